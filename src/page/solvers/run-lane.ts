/** Runs a lane of the race in a web worker. */
import { createSearch } from '../../core/textbook/search.js';
import type { SolverName } from '../../core/textbook/solver-names.js';
import { solvers } from '../../core/textbook/solvers.js';
import { estimate, LONG_SECONDS, measure, searchAll } from '../../core/textbook/timing.js';
import { clock, isBusy, measureStep } from './clock.js';
import { countBoardsToTest, type Lane, MAX_BOARDS, WAITING } from './race-lanes.js';

/** Seconds between a lane's reports. At this rate, its numbers change visibly but can still be read. */
const REPORT_SECONDS = 0.1;

/** Seconds for which a short search is repeated, enough for the engine to optimize it; a busy computer needs more. */
const QUIET_SECONDS = 0.15;
const BUSY_SECONDS = 1;

/** Factor by which the times of two batches may differ if they agree. */
const MAX_DIFFERENCE = 1.2;

/** Minimum length of a batch of searches, in seconds and clock steps. With 20 steps, its time is right to within 5%. */
const MIN_BATCH_SECONDS = 0.002;
const STEPS_IN_BATCH = 20;

/** Searches for all solutions. Reports progress and returns the result. */
export function runLane(
  { name, n }: { readonly name: SolverName; readonly n: number },
  report: (progress: Lane) => void,
): Lane {
  const solver = solvers[name];
  const boards = countBoardsToTest(name, n) ?? 0;
  if (boards > MAX_BOARDS) {
    return { ...WAITING, state: 'too long', tests: boards, seconds: estimate(solver, n, clock).seconds };
  }

  const start = clock();
  let reported = start;
  let solutions = 0;
  function onProgress(): void {
    const now = clock();
    if (now - reported < REPORT_SECONDS) return;
    reported = now;
    report({ state: 'running', solutions, nodes: search.nodes, tests: search.tests, seconds: now - start });
  }
  const search = createSearch({ onProgress });
  for (const _ of solver.solve(n, search)) solutions++;
  const first = { solutions, nodes: search.nodes, tests: search.tests, seconds: clock() - start };
  const step = measureStep();
  if (first.seconds >= LONG_SECONDS) return { state: 'finished', ...first, isBusy: isBusy(step) };

  // The first search included compilation. With an exact clock, a batch is short enough to fit between the time
  // slices of other programs, so the fastest of many is right even on a busy computer.
  const batchSeconds = Math.min(LONG_SECONDS, Math.max(MIN_BATCH_SECONDS, STEPS_IN_BATCH * step));
  const repeat = () => measure(() => searchAll(solver, n), clock, batchSeconds);
  let fastest = repeat();
  let busy = isBusy(step);
  while (clock() - start < (busy ? BUSY_SECONDS : QUIET_SECONDS)) {
    const again = repeat();
    const [faster, slower] = again.seconds < fastest.seconds ? [again, fastest] : [fastest, again];
    fastest = faster;
    busy = isBusy(step) || slower.seconds > MAX_DIFFERENCE * faster.seconds;
  }
  return { state: 'finished', ...fastest, isBusy: busy };
}
