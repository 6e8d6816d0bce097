/** Compares the solvers for one n. Their figures are measured, or forecast if a search would take too long. */
import { estimatePlacements } from '../plan/tree-size.js';
import { newSearch } from './search.js';
import { type SolverName, solverNames } from './solver-names.js';
import { PROBES, type Solver, solvers } from './solvers.js';

/** The measured figures of a whole search. */
interface SolverMeasurement {
  readonly solutions: number;
  /** Boards tested or queens placed, according to the solver's `visits`. */
  readonly nodes: number;
  readonly tests: number;
  /** CPU time of one search. */
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
      : { name, ran: false, result: estimate(solver, n) };
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
 * Searches are measured in batches of at least this many seconds, because some systems measure CPU time in steps of 16
 * ms.
 */
const BATCH_SECONDS = 0.03;

/** Batches to measure, and seconds after which no other batch starts. The first batches include compilation. */
const BATCHES = 3;
const MAX_SECONDS = 1;

/** Shortest time of a search from which the speed of a solver is computed. */
const STEADY_SECONDS = 0.01;

/** Repeats the whole search for n in batches, and returns a search of the fastest batch. */
export function measure(solver: Solver, n: number): SolverMeasurement {
  const batches: SolverMeasurement[] = [];
  let searches = 1;
  for (let spent = 0; batches.length < BATCHES && spent < MAX_SECONDS; ) {
    const batch = measureBatch(solver, n, searches);
    spent += searches * batch.seconds;
    if (searches * batch.seconds < BATCH_SECONDS) searches *= 2;
    else batches.push(batch);
  }
  return batches.reduce((fastest, batch) => (batch.seconds < fastest.seconds ? batch : fastest));
}

/** Estimates the work and time of the search for n, from the speed of a search with fewer queens. */
export function estimate(solver: Solver, n: number): Forecast {
  let smaller = 4;
  while (smaller < n && measureBatch(solver, smaller, 1).seconds < STEADY_SECONDS) smaller++;
  const sample = measure(solver, smaller);
  const nodes = solver.visits === 'board' ? solver.space.size(n) : BigInt(estimatePlacements(n, [], PROBES));
  return { nodes, seconds: (Number(nodes) * sample.seconds) / sample.nodes };
}

/** Executes a search several times. The seconds are the mean. */
function measureBatch({ solve }: Solver, n: number, searches: number): SolverMeasurement {
  let search = newSearch();
  let solutions = 0;
  const start = cpuSeconds();
  for (let i = 0; i < searches; i++) {
    search = newSearch();
    solutions = 0;
    for (const _ of solve(n, search)) solutions++;
  }
  return { solutions, nodes: search.nodes, tests: search.tests, seconds: (cpuSeconds() - start) / searches };
}

/** Returns the CPU time of this process. Its other threads only compile and collect garbage. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
