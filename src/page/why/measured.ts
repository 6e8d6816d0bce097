/** The newest published times of `npm run bench`. All views take their times of whole boards from here. */
import results from '../../../scripts/bench/results.json' with { type: 'json' };
import { formatBriefly } from '../../text/durations.js';

/** For example `2026-11-21`. */
export const MEASURED_ON = results.date.slice(0, 10);
export const MEASURED_CPU = results.machine.cpu;

/** CPU time of a whole process in seconds, and its memory in bytes. */
interface Measured {
  readonly cpu: number;
  readonly memory: number;
}

/** Returns the result for n queens on one thread. @throws Error if n was not measured. */
export function measured(
  n: number,
  program: 'queens-par, 1 thread' | 'C (gcc -O3)' = 'queens-par, 1 thread',
): Measured {
  const found = results.boards.find((one) => one.n === n && one.entrant === program);
  if (!found) throw new Error(`${program}: ${n} queens were not measured`);
  return found;
}

/** The time of this program for n queens on one thread: `1m 27s`. */
export function timeOf(n: number): string {
  return formatBriefly(measured(n).cpu);
}
