/** `queens-par classes <n>`: the solutions by their symmetry. */
import { type Agreement, compareWithKnown, knownCount, type SequenceId, sequenceIds } from '../board/known-counts.js';
import type { Arguments } from '../cli/commands.js';
import { UsageError } from '../errors/errors.js';
import { type CountAll, sequences } from '../symmetric/sequences.js';
import { publishedText } from '../text/closing.js';
import { formatCount } from '../text/numbers.js';
import { boxed } from '../text/tables.js';
import { countAll } from './watched-count.js';

/** Counts the classes and prints them. Sets the exit code to 1 if a number differs from its published value. */
export async function classes({ n, published, json, ...args }: Arguments<'classes'>): Promise<void> {
  const all = published ? publishedCount(n) : await countAll(n, args);
  const given: CountAll = async () => all;

  const counts: ClassCount[] = [];
  for (const id of sequenceIds) {
    const value = await sequences[id].term(n, given);
    const isCounted = !(published && id === 'A000170');
    counts.push({ id, value, agreement: isCounted ? compareWithKnown(n, value, id) : 'not counted' });
  }
  process.stdout.write(json ? asJson(n, counts) : table(counts));
  if (counts.some(({ agreement }) => agreement === 'differs')) {
    process.stderr.write('NOT EVERY NUMBER AGREES WITH ITS PUBLISHED VALUE\n');
    process.exitCode = 1;
  }
}

function publishedCount(n: number): bigint {
  const known = knownCount(n);
  if (known === undefined)
    throw new UsageError(`--published: nobody has published the number of solutions for n = ${n}`);
  return known;
}

/** One number of a class count, and how it compares with the published one. */
interface ClassCount {
  readonly id: SequenceId;
  readonly value: bigint;
  readonly agreement: Agreement | 'not counted';
}

function table(counts: readonly ClassCount[]): string {
  const rows = counts.map(({ id, value, agreement }) => {
    const published = agreement === 'not counted' ? agreement : publishedText(id, agreement);
    return [sequences[id].title, id, formatCount(value), published];
  });
  const head = ['solutions', 'OEIS', 'number', 'published'];
  return boxed({ head, aligns: ['left', 'left', 'right', 'left'], rows });
}

/** Numbers are decimal strings. */
function asJson(n: number, counts: readonly ClassCount[]): string {
  const numbers = counts.map(({ id, value, agreement }) => [id, { count: String(value), agreement }]);
  return `${JSON.stringify({ schema: 'queens-par/classes/1', n, ...Object.fromEntries(numbers) })}\n`;
}
