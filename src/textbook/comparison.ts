/** The solvers side by side for one n. */
import { type Forecast, forecast, type Measurement, measure } from './measure.js';
import { type SolverName, solverNames } from './solver-names.js';
import { solvers } from './solvers.js';

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
