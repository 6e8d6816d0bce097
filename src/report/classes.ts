import Table from 'cli-table3';
import type { Agreement, SequenceId } from '../board/known-counts.js';
import { sequences } from '../symmetric/sequences.js';
import { formatCount } from '../text/numbers.js';

/** One number of a class count, and how it compares with the published one. */
export interface ClassCount {
  readonly id: SequenceId;
  readonly value: bigint;
  readonly agreement: Agreement | 'not counted';
}

/** The numbers as a table. */
export function classesTable(counts: readonly ClassCount[]): string {
  const table = new Table({
    head: ['solutions', 'OEIS', 'number', 'published'],
    colAligns: ['left', 'left', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const { id, value, agreement } of counts) table.push([sequences[id].title, id, formatCount(value), agreement]);
  return `${table}\n`;
}

/** The numbers as one JSON object, each a decimal string. */
export function classesAsJson(n: number, counts: readonly ClassCount[]): string {
  return JSON.stringify({
    schema: 'queens-par/classes/1',
    n,
    ...Object.fromEntries(counts.map(({ id, value, agreement }) => [id, { count: String(value), agreement }])),
  });
}
