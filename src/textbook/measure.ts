/** What a solver does for one n: measured, or where that would take too long, forecast. */
import { estimatePlacements } from '../plan/tree-size.js';
import { newSearch } from './search.js';
import type { Solver } from './solvers.js';

/** What a whole search did. */
export interface Measurement {
  readonly solutions: number;
  /** Boards looked at or queens placed, as the solver's `visits` says. */
  readonly nodes: number;
  readonly tests: number;
  /** Wall clock of the fastest run. */
  readonly seconds: number;
}

/** What a whole search is expected to do. */
export interface Forecast {
  /** Exact where the solver looks at every board, else an estimate. */
  readonly nodes: bigint;
  readonly seconds: number;
}

/** A search is repeated for so long: its first run pays for compilation. */
const REPEAT_SECONDS = 0.2;

/** The same, where it only has to tell how many nodes a second the solver does; and how long one run must be to tell. */
const CALIBRATION_SECONDS = 0.05;
const STEADY_SECONDS = 0.01;

/** Random walks through the tree; a thousand estimate the size of those of 10 to 20 queens within a few per cent. */
const PROBES = 1000;

/** Runs the whole search for n, several times if that fits into the given seconds. */
export function measure(solver: Solver, n: number, seconds = REPEAT_SECONDS): Measurement {
  let fastest = runOnce(solver, n);
  let spent = fastest.seconds;
  while (spent < seconds) {
    const next = runOnce(solver, n);
    spent += next.seconds;
    if (next.seconds < fastest.seconds) fastest = next;
  }
  return fastest;
}

/** Says what the search for n would take, from the speed of a short one with fewer queens. */
export function forecast(solver: Solver, n: number): Forecast {
  let smaller = 4;
  let run = measure(solver, smaller, CALIBRATION_SECONDS);
  while (run.seconds < STEADY_SECONDS && smaller < n) run = measure(solver, ++smaller, CALIBRATION_SECONDS);
  const nodes = solver.visits === 'board' ? solver.space.size(n) : BigInt(estimatePlacements(n, [], PROBES));
  return { nodes, seconds: (Number(nodes) * run.seconds) / run.nodes };
}

function runOnce({ solve }: Solver, n: number): Measurement {
  const search = newSearch();
  const start = performance.now();
  let solutions = 0;
  for (const _ of solve(n, search)) solutions++;
  return { solutions, nodes: search.nodes, tests: search.tests, seconds: (performance.now() - start) / 1000 };
}
