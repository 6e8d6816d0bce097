/** `queens-par classes <n>`: counts the solutions by their symmetry. */
import { type Agreement, compareWithKnown, knownCount, type SequenceId, sequenceIds } from '../board/known-counts.js';
import type { Arguments } from '../cli/commands.js';
import { UsageError } from '../errors/errors.js';
import { sequences } from '../symmetric/sequences.js';
import { statusLine } from '../terminal/terminal.js';
import { formatCount } from '../text/numbers.js';
import { aligned, asJson, type TextTable, tableWidth } from '../text/tables.js';
import { publishedText } from './closing.js';
import { countAll } from './watched-count.js';

/** Counts the classes and prints them. Sets the exit code to 1 if a number differs from its published value. */
export async function classes({ n, published, json, ...args }: Arguments<'classes'>): Promise<void> {
  const all = published ? publishedCount(n) : await countAll(n, args);
  const status = statusLine(args.quiet || args.progress === 'never');
  status.show('counting the symmetric solutions');
  const counts: ClassCount[] = [];
  for (const id of sequenceIds) {
    const count = await sequences[id].term(n, async () => all);
    const isCounted = !(published && id === 'A000170');
    counts.push({ id, count, agreement: isCounted ? compareWithKnown(n, count, id) : 'not counted' });
  }
  status.clear();
  process.stdout.write(json ? asJson('classes/1', { n, ...fieldsOf(counts) }) : aligned(tableOf(counts), tableWidth()));
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

/** One number of a class count, and the result of comparing it with the published one. */
interface ClassCount {
  readonly id: SequenceId;
  readonly count: bigint;
  readonly agreement: Agreement | 'not counted';
}

function tableOf(counts: readonly ClassCount[]): TextTable {
  const rows = counts.map(({ id, count, agreement }) => {
    const published = agreement === 'not counted' ? agreement : publishedText(id, agreement);
    return [id, formatCount(count), published, sequences[id].title];
  });
  return { head: ['OEIS', 'number', 'published', 'solutions'], aligns: ['left', 'right', 'left', 'left'], rows };
}

function fieldsOf(counts: readonly ClassCount[]) {
  return Object.fromEntries(counts.map(({ id, ...count }) => [id, count]));
}
