import Table from 'cli-table3';
import type { Agreement, SequenceId } from '../board/known-counts.js';
import { formatCount } from '../text/numbers.js';

/** A value of a sequence, and how it compares with the published one. */
export interface Term {
  readonly n: number;
  readonly value: bigint;
  readonly agreement: Agreement;
}

/** The values as a table. */
export function sequenceTable(id: SequenceId, terms: readonly Term[]): string {
  const table = new Table({
    head: ['n', id, 'published'],
    colAligns: ['right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const { n, value, agreement } of terms) table.push([n, formatCount(value), agreement]);
  return `${table}\n`;
}

/** A line of a b-file, in the format of the OEIS: `n a(n)` with one space, and an LF at the end. */
export function bFileLine({ n, value }: Term): string {
  return `${n} ${value}\n`;
}
