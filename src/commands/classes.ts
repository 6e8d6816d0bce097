/** `queens-par classes <n>`: counts the solutions by their symmetry. */
import { compareWithKnown, knownCount, type SequenceId } from '../board/known-counts.js';
import type { Arguments } from '../cli/commands.js';
import { UsageError } from '../errors/errors.js';
import { countHalfTurnSymmetric } from '../symmetric/half-turn.js';
import { countQuarterTurnSymmetric } from '../symmetric/quarter-turn.js';
import { fundamentalCount, sequences } from '../symmetric/sequences.js';
import { statusLine } from '../terminal/terminal.js';
import { formatCount } from '../text/numbers.js';
import { aligned, asJson } from '../text/tables.js';
import { publishedText } from './closing.js';
import { countAll } from './watched-count.js';

/** Prints the numbers of all, fundamental and symmetric solutions. Sets exit code 1 if a published value differs. */
export async function classes({ n, published, json, ...args }: Arguments<'classes'>): Promise<void> {
  const known = published ? publishedCount(n) : undefined;
  const status = statusLine(args.quiet || args.progress === 'never');
  status.show('counting the solutions that a quarter turn leaves unchanged');
  const quarterTurn = countQuarterTurnSymmetric(n);
  status.show('counting the solutions that a half turn leaves unchanged');
  const halfTurn = countHalfTurnSymmetric(n);
  status.clear();
  const all = known ?? (await countAll(n, args));
  const counts = [
    { id: 'A000170', count: all, agreement: published ? 'not counted' : compareWithKnown(n, all) },
    counted('A002562', fundamentalCount(n, all, halfTurn, quarterTurn)),
    counted('A032522', BigInt(halfTurn)),
    counted('A033148', BigInt(quarterTurn)),
  ] as const;

  function counted(id: SequenceId, count: bigint) {
    return { id, count, agreement: compareWithKnown(n, count, id) };
  }
  if (json) {
    const fields = Object.fromEntries(counts.map(({ id, ...count }) => [id, count]));
    process.stdout.write(asJson('classes/1', { n, ...fields }));
  } else {
    const rows = counts.map(({ id, count, agreement }) => {
      return [id, formatCount(count), publishedText(id, agreement), sequences[id].title];
    });
    const head = ['OEIS', 'number', 'published', 'solutions'];
    process.stdout.write(aligned({ head, aligns: ['left', 'right', 'left', 'left'], rows }));
  }
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
