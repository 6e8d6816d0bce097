import { type Agreement, compareWithKnown, knownCount, type SequenceId } from '../../core/board/known-counts.js';
import { MAX_BOARD_SIZE } from '../../core/board/masks.js';
import { UsageError } from '../../core/errors/errors.js';
import { sequences } from '../../core/sequences/sequences.js';
import { asJson } from '../../core/text/json.js';
import { formatCount } from '../../core/text/numbers.js';
import { inspectMachine } from '../../node/machine/machine.js';
import { formatAgreement, printOutcome } from '../counting/closing.js';
import { createWatchedCounts } from '../counting/watched-terms.js';
import type { Arguments } from '../options/commands.js';

/** `queens-par sequence`: prints terms of a sequence. Sets the exit code to 1 if one differs from the OEIS. */
export async function sequence(args: Arguments<'sequence'>): Promise<void> {
  const { range, id, format = 'table', json, threads, memory, force, ...display } = args;
  const { largest = MAX_BOARD_SIZE, term } = sequences[id];
  const offset = knownCount(0, id) === undefined ? 1 : 0;
  if (range.from < offset)
    throw new UsageError(`${id} starts at n = ${offset}, so the range cannot start at ${range.from}`);
  if (range.to > largest) throw new UsageError(`${id} can be computed only up to n = ${largest}, not ${range.to}`);
  if (format === 'b-file' && range.from > offset && !display.quiet) {
    process.stderr.write(`These lines continue a b-file for ${id}, which starts at n = ${offset}.\n`);
  }

  const width = findWidth(range.to, id);
  const row = (n: string, count: string, published: string) =>
    `${n.padStart(2)}  ${count.padStart(width)}  ${published}\n`;
  const terms: { readonly n: number; readonly count: bigint; readonly agreement: Agreement }[] = [];
  const counts = await createWatchedCounts(inspectMachine(threads, memory), display, force);
  const print = (line: string) => json || process.stdout.write(line); // each as soon as its value is known
  if (format === 'table') print(row('n', id, 'published') + row('--', '-'.repeat(width), '-'.repeat(9)));
  for (let n = range.from; n <= range.to; n++) {
    const count = await term(n, counts);
    const agreement = compareWithKnown(n, count, id);
    terms.push({ n, count, agreement });
    print(format === 'b-file' ? `${n} ${count}\n` : row(String(n), formatCount(count), formatAgreement(agreement)));
  }
  const differing = terms.filter(({ agreement }) => agreement === 'differs').map(({ n }) => n);
  const differs = differing.length > 0;
  const verdict = differs ? `DIFFERS FROM THE PUBLISHED ${id} FOR n = ${differing.join(', ')}` : '';
  printOutcome(json ? asJson('sequence/1', { id, terms }) : '', verdict, { ...display, differs });
}

/** Finds a width that fits all values up to n, before they are counted. Unpublished values are below (n / 5)^n. */
function findWidth(n: number, id: SequenceId): number {
  const values = Array.from({ length: n + 1 }, (_, i) => knownCount(i, id) ?? BigInt(Math.ceil((i / 5) ** i)));
  return Math.max(id.length, ...values.map((value) => formatCount(value).length));
}
