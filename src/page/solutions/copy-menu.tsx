/** Solutions on the clipboard, written as on the command line. */
import { useState } from 'preact/hooks';
import type { Placement } from '../../board/placement.js';
import { svgSheet } from '../../board/svg.js';
import { plural } from '../../text/numbers.js';
import { solutionsText } from '../../text/solutions.js';
import { Button, Choice } from '../parts/controls.js';

/** Drawing programs are slow with sheets of more boards. */
const LARGEST_SHEET = 400;

const WHAT = ['this solution', 'the list'] as const;
const FORMATS = ['text', 'SVG', 'JSON'] as const;

/** Copies the chosen solution or the whole list, in one of three formats. */
export function CopyMenu(props: {
  readonly n: number;
  readonly chosen: Placement;
  readonly listed: readonly Placement[];
}) {
  const { n, chosen, listed } = props;
  const [what, setWhat] = useState<(typeof WHAT)[number]>('this solution');
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('text');
  const [said, setSaid] = useState('');
  const placements = what === 'this solution' ? [chosen] : listed;
  const isTooLarge = format === 'SVG' && placements.length > LARGEST_SHEET;

  async function copy(): Promise<void> {
    const isCopied = await copyToClipboard(copyText(n, placements, format));
    const copied = `Copied ${plural(placements.length, 'solution')} as ${format}.`;
    setSaid(isCopied ? copied : 'The browser does not let this page copy.');
  }
  return (
    <div class="fields copy">
      <Choice name="Copy" value={what} values={WHAT} onChoose={setWhat} />
      <Choice name="as" value={format} values={FORMATS} onChoose={setFormat} />
      <Button isOff={isTooLarge} onPress={copy}>
        Copy
      </Button>
      <p class="said" aria-live="polite">
        {isTooLarge ? `A drawing has at most ${LARGEST_SHEET} boards.` : said}
      </p>
    </div>
  );
}

/** Solutions in a format, as the command line writes them; JSON is an array of their columns, from 0. */
function copyText(n: number, placements: readonly Placement[], format: (typeof FORMATS)[number]): string {
  const shown = placements.map((placement, index) => ({ placement, number: index + 1 }));
  if (format === 'SVG') return svgSheet(n, shown);
  if (format === 'JSON') return `${JSON.stringify(placements)}\n`;
  return [...solutionsText(n, shown, 'board')].join('');
}

/**
 * Copies text to the clipboard. Browsers keep it from pages that came over plain HTTP from another machine; there the
 * older way, over a selection, still works.
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
