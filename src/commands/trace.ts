/** `queens-par trace <n>`: a search as it happens. */
import type { Arguments } from '../cli/commands.js';
import { UsageError } from '../errors/errors.js';
import { playFrames } from '../terminal/frame-player.js';
import { Interruption } from '../terminal/interruption.js';
import { writeText } from '../terminal/write-text.js';
import { plural } from '../text/numbers.js';
import { Replay } from '../text/replay.js';
import { newSearch, type Search, type SearchEvent } from '../textbook/search.js';
import type { SolverName } from '../textbook/solver-names.js';
import { refuseEndless, solvers } from '../textbook/solvers.js';
import { firstTries, type TraceStep, traceFrames, traceSteps, traceText } from '../textbook/trace.js';
import type { JsonOf } from './json-schemas.js';

/** Counters of a search: how many boards or queens, and how many conflict tests. */
type Counters = Pick<Search, 'nodes' | 'tests'>;

/** Prints the steps of a search as they happen, or lets the user leaf through them. */
export async function trace(args: Arguments<'trace'>): Promise<void> {
  const { n, masks, boards, step, limit, force, json, quiet } = args;
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

  if (json) {
    await writeText(
      process.stdout,
      asJson(n, solver, steps, () => seen),
    );
    return;
  }
  await writeText(process.stdout, traceText(n, steps, { masks, boards }));
  if (quiet) return;
  const visited = `${plural(seen.nodes, visits)} ${visits === 'board' ? 'looked at' : 'placed'}`;
  process.stderr.write(`${plural(n, 'queen')}, ${solver}: ${visited}, ${plural(seen.tests, 'conflict test')}\n`);
}

/** One JSON object, step by step: a search may have more of them than fit into memory. */
function* asJson(n: number, solver: SolverName, steps: Iterable<TraceStep>, seen: () => Counters): Generator<string> {
  const opening = { schema: 'queens-par/trace/1', n, solver } satisfies Partial<JsonOf<'trace'>>;
  yield `${JSON.stringify(opening).slice(0, -1)},"steps":[`;
  let separator = '';
  for (const { event } of steps) {
    yield separator + JSON.stringify(withoutSigns(event));
    separator = ',';
  }
  const { nodes, tests } = seen();
  const closing = {
    visits: `${solvers[solver].visits}s`,
    nodes: String(nodes),
    tests: String(tests),
  } satisfies Partial<JsonOf<'trace'>>;
  yield `],${JSON.stringify(closing).slice(1)}\n`;
}

/** In JSON a mask of 32 columns is a number from 0, too. */
function withoutSigns(event: SearchEvent): SearchEvent {
  if (event.kind !== 'masks') return event;
  const { columns, ld, rd, free } = event.masks;
  return { ...event, masks: { columns: columns >>> 0, ld: ld >>> 0, rd: rd >>> 0, free: free >>> 0 } };
}
