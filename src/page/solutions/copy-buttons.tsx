/** Solutions on the clipboard: as text, SVG or JSON, as the command line writes them. */
import { useState } from 'preact/hooks';
import type { Placement } from '../../board/placement.js';
import { svgSheet } from '../../board/svg.js';
import { plural } from '../../text/numbers.js';
import { solutionsText } from '../../text/solutions.js';

/** Formats to copy solutions in. */
type CopyFormat = 'text' | 'SVG' | 'JSON';

const copyFormats: readonly CopyFormat[] = ['text', 'SVG', 'JSON'];

/** Drawing programs are slow with sheets of more boards. */
const LARGEST_SHEET = 400;

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

/** Solutions in a format, as the command line writes them; JSON is an array of their columns, from 0. */
function copyText(n: number, placements: readonly Placement[], format: CopyFormat): string {
  const shown = placements.map((placement, index) => ({ placement, number: index + 1 }));
  if (format === 'SVG') return svgSheet(n, shown);
  if (format === 'JSON') return `${JSON.stringify(placements)}\n`;
  return [...solutionsText(n, shown, 'board')].join('');
}

/**
 * Copies text to the clipboard.
 *
 * Browsers keep their clipboard from pages that came over plain HTTP from another machine; there the older way, over a
 * selection, still works.
 *
 * @returns whether it was copied.
 */
async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'unseen';
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  }
}
