/** Runs a lane of the race, in a web worker. */
import { type KernelModules, makeKernel } from '../../../workers/kernels.js';
import { planMeet } from '../../core/plan/meet-plan.js';
import { makeSearch } from '../../core/textbook/search.js';
import { solvers } from '../../core/textbook/solvers.js';
import { type Clock, estimate, measure, type SearchTally, searchAll } from '../../core/textbook/timing.js';
import { countBoardsToTest, type LaneName, type LaneReport, MAX_BOARDS, NOTHING_DONE } from './race-lanes.js';

/** A lane to run. */
export interface LaneRequest {
  readonly lane: LaneName;
  readonly n: number;
  /** The kernel of `meet`; undefined for the other lanes. */
  readonly modules: KernelModules | undefined;
}

/** Seconds between two reports of a lane: its numbers run, but can still be read. */
const REPORT_SECONDS = 0.1;

/** A search that takes less than this many seconds is repeated, because a browser's clock is coarse. */
const SHORT_SECONDS = 0.05;

const clock: Clock = () => performance.now() / 1000;

/** Searches for all solutions. Reports progress, and returns the result. */
export function runLane({ lane, n, modules }: LaneRequest, report: (progress: LaneReport) => void): LaneReport {
  if (lane !== 'meet') return runSolver(lane, n, report);
  if (!modules) throw new Error('the lane of meet needs its kernel');
  return runMeet(n, modules);
}

function runSolver(name: Exclude<LaneName, 'meet'>, n: number, report: (progress: LaneReport) => void): LaneReport {
  const solver = solvers[name];
  if ((countBoardsToTest(name, n) ?? 0) > MAX_BOARDS) {
    return { state: 'too long', ...NOTHING_DONE, seconds: estimate(solver, n, clock).seconds };
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
  const seconds = clock() - start;

  if (seconds < SHORT_SECONDS) return { state: 'finished', ...measure(() => searchAll(solver, n), clock) };
  return { state: 'finished', solutions, nodes: search.nodes, tests: search.tests, seconds };
}

/** Counts with the fast kernel of `meet`. The nodes are the pairs of halves that it compares. */
function runMeet(n: number, modules: KernelModules): LaneReport {
  const kernel = makeKernel(modules);
  const { subproblems } = planMeet(n);
  function search(): SearchTally {
    const tally = { solutions: 0, nodes: 0, tests: 0 };
    for (const subproblem of subproblems) {
      const { count, work } = kernel(subproblem);
      tally.solutions += subproblem.weight * count;
      tally.nodes += work;
    }
    return tally;
  }
  return { state: 'finished', ...measure(search, clock) };
}
