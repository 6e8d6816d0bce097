/** The solvers side by side for one n: what each does, measured, or where that would take too long, forecast. */
import { estimatePlacements } from '../plan/tree-size.js';
import { newSearch } from './search.js';
import { type SolverName, solverNames } from './solver-names.js';
import { type Solver, solvers } from './solvers.js';

/** What a whole search did. */
interface Measurement {
  readonly solutions: number;
  /** Boards looked at or queens placed, as the solver's `visits` says. */
  readonly nodes: number;
  readonly tests: number;
  /** Wall clock of the fastest run. */
  readonly seconds: number;
}

/** What a whole search is expected to do. */
interface Forecast {
  /** Exact where the solver looks at every board, else an estimate. */
  readonly nodes: bigint;
  readonly seconds: number;
}

/** A solver that ran, or one that was spared with what it would have taken. */
export type Entry = { readonly name: SolverName } & (
  | { readonly ran: true; readonly result: Measurement }
  | { readonly ran: false; readonly result: Forecast }
);

/**
 * Runs one solver after the other, each to the end of its search.
 *
 * @param force also runs those whose search takes longer than seconds.
 * @param onStart called before each.
 */
export function compareSolvers(
  n: number,
  { force, onStart }: { force: boolean; onStart?: (name: SolverName) => void },
): Entry[] {
  return solverNames.map((name): Entry => {
    onStart?.(name);
    const solver = solvers[name];
    return force || n <= solver.largestUnforced
      ? { name, ran: true, result: measure(solver, n) }
      : { name, ran: false, result: forecast(solver, n) };
  });
}

/** How many times as long as the bitmask solver each took, or would take. */
export function ratioToBitmask(entry: Entry, entries: readonly Entry[]): number {
  const bitmask = entries.find(({ name }) => name === 'bitmask') ?? entry;
  return entry.result.seconds / bitmask.result.seconds;
}

/** Whether all solvers that ran found equally many solutions. */
export function agree(entries: readonly Entry[]): boolean {
  return new Set(entries.flatMap((entry) => (entry.ran ? [entry.result.solutions] : []))).size <= 1;
}

/** A search is repeated for so long: its first run pays for compilation. */
const REPEAT_SECONDS = 0.1;

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
