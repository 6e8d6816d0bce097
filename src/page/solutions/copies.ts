import type { Placement } from '../../board/placement.js';
import { svgSheet } from '../../board/svg.js';
import { solutionsText } from '../../text/solutions.js';

/** What solutions can be copied as. */
export type CopyFormat = 'text' | 'SVG' | 'JSON';

export const copyFormats: readonly CopyFormat[] = ['text', 'SVG', 'JSON'];

/** A sheet of more boards is more than programs that draw can bear. */
export const LARGEST_SHEET = 400;

/** Solutions in a format, as the command line writes them; JSON is an array of their columns, from 0. */
export function copyText(n: number, placements: readonly Placement[], format: CopyFormat): string {
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
export async function copyToClipboard(text: string): Promise<boolean> {
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
