/** `queens-par trace <n>`: a search as it happens. */
import type { Arguments } from '../cli/commands.js';
import { UsageError } from '../errors/errors.js';
import { playFrames } from '../terminal/frame-player.js';
import { Interruption } from '../terminal/interruption.js';
import { writeText } from '../terminal/write-text.js';
import { plural } from '../text/numbers.js';
import { Replay } from '../text/replay.js';
import { newSearch, type Search } from '../textbook/search.js';
import { solvers } from '../textbook/solvers.js';
import { firstTries, type TraceStep, traceFrames, traceSteps, traceText } from '../textbook/trace.js';
import { refuseEndless } from './refuse-endless.js';

type Counters = Pick<Search, 'nodes' | 'tests'>;

/** Prints the steps of a search as they happen, or lets the user leaf through them. */
export async function trace(args: Arguments<'trace'>): Promise<void> {
  const { n, masks, boards, step, limit, force, quiet } = args;
  const solver = args.solver ?? (masks ? 'bitmask' : 'column-array');
  if (masks && solver !== 'bitmask') throw new UsageError(`--masks shows the bitmask solver; ${solver} has no masks`);
  if (step && !(process.stdin.isTTY && process.stdout.isTTY)) throw new UsageError('--step needs a terminal');
  if (!force && limit === undefined && !step) refuseEndless(solver, n);

  const search = newSearch({ watched: true });
  const { solve, visits } = solvers[solver];
  let seen: Counters = search;
  const steps = counted(firstTries(traceSteps(solve(n, search)), limit ?? Number.POSITIVE_INFINITY));

  /** Keeps what the counters were at each step that is shown: to find out that a try is one too many, it is made. */
  function* counted(shown: Iterable<TraceStep>): Generator<TraceStep> {
    for (const step of shown) {
      yield step;
      seen = { nodes: search.nodes, tests: search.tests };
    }
  }

  if (step) {
    const end = await playFrames(new Replay(traceFrames(n, steps, { masks })), process.stdin, process.stdout);
    if (end === 'interrupted') throw new Interruption('SIGINT');
    return;
  }

  await writeText(process.stdout, traceText(n, steps, { masks, boards }));
  if (quiet) return;
  const visited = `${plural(seen.nodes, visits)} ${visits === 'board' ? 'looked at' : 'placed'}`;
  process.stderr.write(`${plural(n, 'queen')}, ${solver}: ${visited}, ${plural(seen.tests, 'conflict test')}\n`);
}
