/** Formats tables of results as aligned text. */
import { visible } from './quoted.js';

/** A table of text. Each row has as many cells as the head. */
export interface TextTable {
  readonly head: readonly string[];
  readonly aligns: readonly ('left' | 'right')[];
  readonly rows: readonly (readonly string[])[];
}

/** Formats a table as plain text in aligned columns. Escapes control characters, for example in names. */
export function formatTable({ head, aligns, rows }: TextTable): string {
  const shown = [head, ...rows].map((row) => row.map(visible));
  // Not Math.max of all lengths at once, because the plan of 28 queens has more rows than a call can have arguments.
  const widths = head.map((_, column) => shown.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0));
  const rule = widths.map((width) => '-'.repeat(width));
  shown.splice(1, 0, rule);
  const lines = shown.map((row) => {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return aligns[column] === 'right' ? cell.padStart(width) : cell.padEnd(width);
    });
    return `${cells.join('  ').trimEnd()}\n`;
  });
  return lines.join('');
}
