/** Compares the solvers for one n. Their figures are measured, or forecast if a search would take too long. */
import { estimatePlacements } from '../plan/tree-size.js';
import { newSearch } from './search.js';
import { type SolverName, solverNames } from './solver-names.js';
import { type Solver, solvers } from './solvers.js';

/** The measured figures of a whole search. */
interface SolverMeasurement {
  readonly solutions: number;
  /** Boards tested or queens placed, according to the solver's `visits`. */
  readonly nodes: number;
  readonly tests: number;
  /** Wall-clock time of the fastest repetition. */
  readonly seconds: number;
}

/** The expected figures of a whole search. */
interface Forecast {
  /** Exact if the solver tests every board, otherwise an estimate. */
  readonly nodes: bigint;
  readonly seconds: number;
}

/** A solver with its figures: measured if it ran, otherwise forecast. */
export type Entry = { readonly name: SolverName } & (
  | { readonly ran: true; readonly result: SolverMeasurement }
  | { readonly ran: false; readonly result: Forecast }
);

/**
 * Measures the solvers one after another. Forecasts the slow ones, unless `force` is set.
 *
 * @param force measures all solvers, however long they take.
 * @param onStart called before each solver.
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

/** Returns the time of a solver, measured or forecast, divided by the time of the bitmask solver. */
export function ratioToBitmask(entry: Entry, entries: readonly Entry[]): number {
  const bitmask = entries.find(({ name }) => name === 'bitmask') ?? entry;
  return entry.result.seconds / bitmask.result.seconds;
}

/** Returns whether all solvers that ran found the same number of solutions. */
export function agree(entries: readonly Entry[]): boolean {
  return new Set(entries.flatMap((entry) => (entry.ran ? [entry.result.solutions] : []))).size <= 1;
}

/**
 * A search is repeated for at least `REPEAT_SECONDS`, because the first one includes compilation. Other processes may
 * disturb it, so it is repeated at least five times and until two times agree within a factor of `AGREEMENT`, but for at
 * most `MOST_SECONDS`.
 */
const REPEAT_SECONDS = 0.1;
const LEAST_SEARCHES = 5;
const MOST_SECONDS = 2;
const AGREEMENT = 1.1;

/** Shortest time of a search from which the speed of a solver is computed. */
const STEADY_SECONDS = 0.01;

/** Number of random walks in the tree. With 1,000, estimates for 10 to 20 queens are accurate to a few per cent. */
const PROBES = 1000;

/** Repeats the whole search for n, and returns the fastest repetition. */
export function measure(solver: Solver, n: number): SolverMeasurement {
  let fastest = measureOnce(solver, n);
  let isConfirmed = false;
  let searches = 1;
  let spent = fastest.seconds;
  while (spent < REPEAT_SECONDS || ((searches < LEAST_SEARCHES || !isConfirmed) && spent < MOST_SECONDS)) {
    const next = measureOnce(solver, n);
    searches++;
    spent += next.seconds;
    const ratio = next.seconds / fastest.seconds;
    isConfirmed = ratio > 1 / AGREEMENT && (isConfirmed || ratio < AGREEMENT);
    if (ratio < 1) fastest = next;
  }
  return fastest;
}

/** Estimates the work and time of the search for n, from the speed of a search with fewer queens. */
export function forecast(solver: Solver, n: number): Forecast {
  let smaller = 4;
  let sample = measure(solver, smaller);
  while (sample.seconds < STEADY_SECONDS && smaller < n) sample = measure(solver, ++smaller);
  const nodes = solver.visits === 'board' ? solver.space.size(n) : BigInt(estimatePlacements(n, [], PROBES));
  return { nodes, seconds: (Number(nodes) * sample.seconds) / sample.nodes };
}

function measureOnce({ solve }: Solver, n: number): SolverMeasurement {
  const search = newSearch();
  const start = performance.now();
  let solutions = 0;
  for (const _ of solve(n, search)) solutions++;
  return { solutions, nodes: search.nodes, tests: search.tests, seconds: (performance.now() - start) / 1000 };
}
