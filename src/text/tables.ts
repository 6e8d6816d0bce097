/** Formats results as plain tables, comma-separated values and JSON. */

/** A table of text. Each row has as many cells as the head. */
export interface TextTable {
  readonly head: readonly string[];
  readonly aligns: readonly ('left' | 'right')[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Formats a table as plain text in aligned columns.
 *
 * @param width columns of the terminal. A wider table is split into several tables, each with the first column.
 */
export function aligned({ head, aligns, rows }: TextTable, width = terminalWidth()): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const tables: string[] = [];
  for (let from = 1; from < head.length; ) {
    let to = from + 1;
    while (to < head.length && sum(widths[0], ...widths.slice(from, to + 1)) + 2 * (to + 1 - from) <= width) to++;
    const shown = [0, ...Array.from({ length: to - from }, (_, i) => from + i)];
    const line = (row: readonly string[]) =>
      `${shown
        .map((column) => padded(row[column], widths[column], aligns[column]))
        .join('  ')
        .trimEnd()}\n`;
    tables.push([head, widths.map((columns) => '-'.repeat(columns)), ...rows].map(line).join(''));
    from = to;
  }
  return tables.join('\n');
}

/** Returns the number of columns of the terminal; infinite if standard output is not a terminal. */
function terminalWidth(): number {
  return (process.stdout.isTTY && process.stdout.columns) || Number.POSITIVE_INFINITY;
}

function padded(cell = '', width = 0, align: 'left' | 'right' = 'left'): string {
  return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
}

function sum(...numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((total, one = 0) => total + one, 0);
}

/** The value of a record's field; undefined if the record does not have the field. */
type Field = string | number | bigint | boolean | undefined;

/**
 * Formats records as comma-separated values (RFC 4180, but with LF), after a line with the names of the fields.
 *
 * @param records at least one; all have the same fields.
 */
export function asCsv(records: readonly Readonly<Record<string, Field>>[]): string {
  const names = Object.keys(records[0] ?? {});
  const lines = records.map((record) => names.map((name) => csvField(record[name])).join(','));
  return `${[names.join(','), ...lines].join('\n')}\n`;
}

function csvField(field: Field): string {
  const text = String(decimal('', field) ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Formats a result as one line of JSON. Counts (bigint) become decimal strings: JSON numbers lose digits above 2^53.
 *
 * @param schema name and version, like `count/1`. The version increases if a field is renamed or removed.
 */
export function asJson(schema: string, fields: object): string {
  return `${JSON.stringify({ schema: `queens-par/${schema}`, ...fields }, decimal)}\n`;
}

/** Replaces a bigint by a decimal string, for JSON.stringify. Rounds fractions to nine digits: the others are noise. */
export function decimal(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(9)) : value;
}
