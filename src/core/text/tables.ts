/** Formats of results: plain tables, comma-separated values and JSON. */

import { visible } from './quoted.js';

/** A table of text. Each row has as many cells as the head. */
export interface TextTable {
  readonly head: readonly string[];
  readonly aligns: readonly ('left' | 'right')[];
  readonly rows: readonly (readonly string[])[];
}

/** Formats a table as plain text in aligned columns. Names in it cannot control a terminal. */
export function formatTable({ head, aligns, rows }: TextTable): string {
  const shown = [head, ...rows].map((row) => row.map(visible));
  const widths = head.map((_, column) => Math.max(...shown.map((row) => row[column]?.length ?? 0)));
  shown.splice(
    1,
    0,
    widths.map((width) => '-'.repeat(width)),
  );
  const lines = shown.map((row) => {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return aligns[column] === 'right' ? cell.padStart(width) : cell.padEnd(width);
    });
    return `${cells.join('  ').trimEnd()}\n`;
  });
  return lines.join('');
}

/**
 * Formats records as comma-separated values, with the field names in the first line.
 *
 * @param records at least one, all with the same fields, and no value that needs quotes.
 */
export function asCsv(records: readonly Readonly<Record<string, unknown>>[]): string {
  const names = Object.keys(records[0] ?? {});
  const lines = records.map((record) => names.map((name) => decimal(name, record[name])).join(','));
  return `${[names.join(','), ...lines].join('\n')}\n`;
}

/**
 * Formats a result as one line of JSON. Counts (bigint) become decimal strings, because JSON numbers lose digits above
 * 2^53.
 *
 * @param schema name and version, such as `count/1`. The version increases when a field is renamed or removed.
 */
export function asJson(schema: string, fields: object): string {
  return `${visible(JSON.stringify({ schema: `queens-par/${schema}`, ...fields }, decimal))}\n`;
}

/**
 * Replaces a bigint with a decimal string, for JSON.stringify. Rounds fractions to nine digits, because the rest is
 * noise.
 */
export function decimal(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(9)) : value;
}
