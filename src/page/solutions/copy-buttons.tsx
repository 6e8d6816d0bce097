import { useState } from 'preact/hooks';
import type { Placement } from '../../board/placement.js';
import { plural } from '../../text/numbers.js';
import { type CopyFormat, copyFormats, copyText, copyToClipboard, LARGEST_SHEET } from './copies.js';

/** Copies solutions to the clipboard, in one of three formats. */
export function CopyButtons(props: {
  readonly n: number;
  readonly placements: readonly Placement[];
  /** What they are, for the buttons' names: `this solution`. */
  readonly what: string;
}) {
  const { n, placements, what } = props;
  const [said, setSaid] = useState('');

  async function copy(format: CopyFormat): Promise<void> {
    const isCopied = await copyToClipboard(copyText(n, placements, format));
    const copied = `Copied ${plural(placements.length, 'solution')} as ${format}.`;
    setSaid(isCopied ? copied : 'The browser does not let this page copy.');
  }

  return (
    <div class="copy">
      <span>Copy {what} as</span>
      {copyFormats.map((format) => (
        <button
          key={format}
          type="button"
          aria-label={`Copy ${what} as ${format}`}
          disabled={placements.length === 0 || (format === 'SVG' && placements.length > LARGEST_SHEET)}
          title={format === 'SVG' && placements.length > LARGEST_SHEET ? `up to ${LARGEST_SHEET} boards` : undefined}
          onClick={() => copy(format)}
        >
          {format}
        </button>
      ))}
      <span class="said" aria-live="polite">
        {said}
      </span>
    </div>
  );
}
