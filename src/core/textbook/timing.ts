/**
 * Times searches, and compares the solvers. A short search is repeated, because clocks are coarse: some systems measure
 * CPU time in steps of 16 ms, and browsers show wall-clock time in steps of a millisecond. The first repetitions
 * include compilation and are not counted.
 */
import { createSearch } from './search.js';
import { type SolverName, solverNames } from './solver-names.js';
import { estimateQueensPlaced, type Solver, solvers } from './solvers.js';

export type Clock = () => number;

export interface SearchTally {
  readonly solutions: number;
  /** Boards tested or queens placed, according to the solver's `visits`. */
  readonly nodes: number;
  readonly tests: number;
}

export interface TimedSearch extends SearchTally {
  readonly seconds: number;
}

export interface SearchForecast {
  /** Exact if the solver tests every board, otherwise an estimate. */
  readonly nodes: bigint;
  readonly seconds: number;
}

/** Minimum duration of a batch of searches, in seconds: about two steps of the coarsest CPU-time clock. */
const BATCH_SECONDS = 0.03;

const BATCHES = 3;

/**
 * Minimum time, in seconds, at which a search is measured only once. Compilation and other programs hardly slow such a
 * search.
 */
export const LONG_SECONDS = 1;

/** Minimum time, in seconds, for a search to show a solver's speed. */
const STEADY_SECONDS = 0.01;

export function searchAll({ solve }: Solver, n: number, search = createSearch()): SearchTally {
  let solutions = 0;
  for (const _ of solve(n, search)) solutions++;
  return { solutions, nodes: search.nodes, tests: search.tests };
}

/**
 * Measures a search by repeating it in batches. Returns the mean time in the fastest batch.
 *
 * @param batchSeconds minimum duration of a batch, in seconds.
 */
export function measure(search: () => SearchTally, clock: Clock, batchSeconds = BATCH_SECONDS): TimedSearch {
  const batches: TimedSearch[] = [];
  let searches = 1;
  while (batches.length < BATCHES && (batches[0]?.seconds ?? 0) < LONG_SECONDS) {
    const batch = measureBatch(search, searches, clock);
    if (searches * batch.seconds < batchSeconds) searches *= 2;
    else batches.push(batch);
  }
  return batches.reduce((fastest, batch) => (batch.seconds < fastest.seconds ? batch : fastest));
}

/** Estimates the work and time of the search for n from the speed of a search with fewer queens. */
export function estimate(solver: Solver, n: number, clock: Clock): SearchForecast {
  const search = (queens: number) => () => searchAll(solver, queens);
  let smaller = 4;
  while (smaller < n && measureBatch(search(smaller), 1, clock).seconds < STEADY_SECONDS) smaller++;
  const sample = measure(search(smaller), clock);
  const nodes = solver.visits === 'board' ? solver.space.size(n) : BigInt(estimateQueensPlaced(n));
  return { nodes, seconds: (Number(nodes) * sample.seconds) / sample.nodes };
}

function measureBatch(search: () => SearchTally, searches: number, clock: Clock): TimedSearch {
  const start = clock();
  let tally = search();
  for (let i = 1; i < searches; i++) tally = search();
  return { ...tally, seconds: (clock() - start) / searches };
}

/** A solver with the work and time of its search: measured if the search ran, otherwise a forecast. */
export type Entry = { readonly name: SolverName } & (
  | { readonly ran: true; readonly result: TimedSearch }
  | { readonly ran: false; readonly result: SearchForecast }
);

/**
 * Measures the solvers one after another, but only forecasts the slow ones unless `force` is set.
 *
 * @param clock returns CPU time in seconds.
 * @param force whether to measure all solvers, however long they take.
 * @param onStart called before each solver.
 */
export function compareSolvers(
  n: number,
  { clock, force, onStart }: { clock: Clock; force: boolean; onStart?: (name: SolverName) => void },
): Entry[] {
  return solverNames.map((name): Entry => {
    onStart?.(name);
    const solver = solvers[name];
    return force || n <= solver.maxWithoutForce
      ? { name, ran: true, result: measure(() => searchAll(solver, n), clock) }
      : { name, ran: false, result: estimate(solver, n, clock) };
  });
}

/** Returns the time of a solver, measured or forecast, divided by the time of the bitmask solver. */
export function ratioToBitmask(entry: Entry, entries: readonly Entry[]): number {
  const bitmask = entries.find(({ name }) => name === 'bitmask') ?? entry;
  return entry.result.seconds / bitmask.result.seconds;
}

export function agree(entries: readonly Entry[]): boolean {
  return new Set(entries.flatMap((entry) => (entry.ran ? [entry.result.solutions] : []))).size <= 1;
}
