/** Runs a lane of the race, in a web worker. */
import { makeSearch } from '../../core/textbook/search.js';
import type { SolverName } from '../../core/textbook/solver-names.js';
import { solvers } from '../../core/textbook/solvers.js';
import { estimate, LONG_SECONDS, measure, searchAll } from '../../core/textbook/timing.js';
import { clock, isBusy } from './clock.js';
import { countBoardsToTest, type Lane, MAX_BOARDS, WAITING } from './race-lanes.js';

export interface LaneRequest {
  readonly name: SolverName;
  readonly n: number;
}

/** Seconds between a lane's reports, so its numbers change visibly but can still be read. */
const REPORT_SECONDS = 0.1;

/** Searches for all solutions. Reports progress and returns the result. */
export function runLane({ name, n }: LaneRequest, report: (progress: Lane) => void): Lane {
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
  const search = makeSearch({ onProgress });
  for (const _ of solver.solve(n, search)) solutions++;
  const first = { solutions, nodes: search.nodes, tests: search.tests, seconds: clock() - start };
  if (first.seconds >= LONG_SECONDS) return { state: 'finished', ...first, isBusy: isBusy() };

  // The first search included compilation. On a busy computer, it takes a second to find a quiet moment.
  const repeat = () => measure(() => searchAll(solver, n), clock);
  let fastest = repeat();
  let busy = isBusy();
  while (busy && clock() - start < LONG_SECONDS) {
    const again = repeat();
    if (again.seconds < fastest.seconds) fastest = again;
    busy = isBusy();
  }
  return { state: 'finished', ...fastest, isBusy: busy };
}
