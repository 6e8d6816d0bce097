/** Compares the solvers for one n. Searches that would take too long are forecast instead of measured. */
import { type SolverName, solverNames } from './solver-names.js';
import { solvers } from './solvers.js';
import { type Clock, estimate, measure, type SearchForecast, searchAll, type TimedSearch } from './timing.js';

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
