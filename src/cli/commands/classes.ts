import { compareWithKnown, knownCount } from '../../core/board/known-counts.js';
import { UsageError } from '../../core/errors/errors.js';
import { sequences } from '../../core/sequences/sequences.js';
import { asJson } from '../../core/text/json.js';
import { formatCount } from '../../core/text/numbers.js';
import { formatTable } from '../../core/text/tables.js';
import { planCoarselyForMachine } from '../../node/count/new-plan.js';
import { inspectMachine } from '../../node/machine/machine.js';
import { formatAgreement, printOutcome } from '../counting/closing.js';
import { createWatchedCounts } from '../counting/watched-terms.js';
import type { Arguments } from '../options/commands.js';

/** The sequences to print: all solutions, symmetry classes, symmetric solutions, and the three kinds of classes. */
const IDS = ['A000170', 'A002562', 'A032522', 'A033148', 'A260318', 'A260319', 'A260320'] as const;

/** `queens-par classes`: counts solutions by symmetry. Sets the exit code to 1 if a number differs from the OEIS. */
export async function classes(args: Arguments<'classes'>): Promise<void> {
  const { n, published, json, threads, memory, force, ...display } = args;
  const known = published ? knownCount(n) : undefined;
  if (published && known === undefined) {
    throw new UsageError(`no count is published for n = ${n}; leave out --published to count the solutions`);
  }
  const machine = inspectMachine(threads, memory);
  if (known === undefined) planCoarselyForMachine(n, { isLimited: !force }, machine); // refuses a long count early
  const watched = await createWatchedCounts(machine, display, force);
  // The searches for symmetric solutions block the event loop, so they run before the count starts to handle signals.
  watched.quarterTurn(n);
  watched.halfTurn(n);
  const from = { ...watched, all: async () => known ?? watched.all(n) };
  const counts = [];
  for (const id of IDS) {
    const count = await sequences[id].term(n, from);
    const isCounted = id !== 'A000170' || known === undefined;
    counts.push({ id, count, agreement: isCounted ? compareWithKnown(n, count, id) : 'not counted' } as const);
  }
  const fields = Object.fromEntries(counts.map(({ id, ...count }) => [id, count]));
  const rows = counts.map(({ id, count, agreement }) => {
    return [id, formatCount(count), formatAgreement(agreement), sequences[id].title];
  });
  const head = ['OEIS', 'number', 'published', 'solutions'];
  const table = formatTable({ head, aligns: ['left', 'right', 'left', 'left'], rows });
  const differs = counts.some(({ agreement }) => agreement === 'differs');
  const verdict = differs ? 'SOME NUMBERS DIFFER FROM THE PUBLISHED VALUES' : '';
  printOutcome(json ? asJson('classes/1', { n, ...fields }) : table, verdict, { ...display, differs });
}
