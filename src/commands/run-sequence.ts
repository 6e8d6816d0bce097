import { compareWithKnown, type SequenceId } from '../board/known-counts.js';
import { UsageError } from '../errors/errors.js';
import { bFileLine, sequenceTable, type Term } from '../report/sequence.js';
import { sequences } from '../symmetric/sequences.js';
import { type CountAllArguments, countAll } from './count-all.js';

/** Board sizes, both included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface SequenceArguments extends CountAllArguments {
  readonly range: Range;
  readonly id: SequenceId;
  readonly format: 'table' | 'b-file';
}

/** Prints the values, each checked. Sets the exit code to 1 if one differs from its published value. */
export async function runSequence({ range, id, format, ...args }: SequenceArguments): Promise<void> {
  const { offset, term } = sequences[id];
  if (range.from < offset) throw new UsageError(`${id} begins with n = ${offset}, not ${range.from}`);
  // The rules of the OEIS: a b-file runs without gaps from the offset.
  const from = format === 'b-file' ? offset : range.from;
  if (from !== range.from && !args.quiet) process.stderr.write(`A b-file of ${id} begins with n = ${from}.\n`);

  const terms: Term[] = [];
  for (let n = from; n <= range.to; n++) {
    const value = await term(n, (size) => countAll(size, args));
    const found = { n, value, agreement: compareWithKnown(n, value, id) };
    terms.push(found);
    if (format === 'b-file') process.stdout.write(bFileLine(found));
  }
  if (format === 'table') process.stdout.write(sequenceTable(id, terms));

  const differing = terms.filter(({ agreement }) => agreement === 'differs').map(({ n }) => n);
  if (differing.length > 0) {
    process.stderr.write(`DIFFERS FROM THE PUBLISHED ${id} FOR n = ${differing.join(', ')}\n`);
    process.exitCode = 1;
  }
}
