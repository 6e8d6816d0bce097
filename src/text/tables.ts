/** Results in rows: drawn with lines, as Markdown, and as comma-separated values. */
import Table from 'cli-table3';

/** A table for reading: its cells are text that is formatted already, each row as long as the head. */
export interface TextTable {
  readonly head: readonly string[];
  readonly aligns: readonly ('left' | 'right')[];
  readonly rows: readonly (readonly string[])[];
}

/** The table with lines around its cells. */
export function boxed({ head, aligns, rows }: TextTable): string {
  const style = { head: [], border: [], compact: true };
  const table = new Table({ head: [...head], colAligns: [...aligns], style });
  table.push(...rows.map((row) => [...row]));
  return `${table}\n`;
}

/** The table in Markdown as GitHub has it, its columns padded to be read as text, too. */
export function asMarkdown({ head, aligns, rows }: TextTable): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = aligns.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const [first = '', ...others] = cells.map((row) => {
    const padded = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return aligns[column] === 'right' ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${padded.join(' | ')} |\n`;
  });
  const rule = widths.map((width, column) =>
    aligns[column] === 'right' ? '-'.repeat(width - 1).concat(':') : '-'.repeat(width),
  );
  return `${first}| ${rule.join(' | ')} |\n${others.join('')}`;
}

/** A field of a record; undefined where the record has none. */
type Field = string | number | boolean | undefined;

/**
 * Records as comma-separated values (RFC 4180, but with LF), below a line with the names of the columns.
 *
 * @param names the columns, each a field of every record.
 */
export function asCsv<Name extends string>(
  names: readonly Name[],
  records: readonly Readonly<Partial<Record<Name, Field>>>[],
): string {
  const lines = records.map((record) => names.map((name) => inCsv(record[name])).join(','));
  return `${[names.join(','), ...lines].join('\n')}\n`;
}

function inCsv(field: Field): string {
  const text = String(field ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
