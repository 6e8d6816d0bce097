/** The newest published times of `npm run bench`. All views take their times for whole boards from here. */
import results from '../../../scripts/bench/results.json' with { type: 'json' };
import { formatBriefly } from '../../core/text/durations.js';
import { countBoards, MAX_N } from './published.js';

export const MEASURED_ON = results.date.slice(0, 10);
export const MEASURED_CPU = results.machine.cpu;

/** Returns the wall-clock seconds that a program took for n queens. @throws Error if n was not measured. */
function findSeconds(n: number, program: string): number {
  const found = results.boards.find((one) => one.n === n && one.entrant === program);
  if (!found) throw new Error(`no measurement of ${program} for ${n} queens`);
  return found.wall;
}

export function findTime(n: number, threads: 1 | 2 = 1): number {
  return findSeconds(n, threads === 1 ? 'queens-par, 1 thread' : 'queens-par, 2 threads');
}

/** Returns the time of this program for n queens: `1m 27s`. */
export function describeTime(n: number, threads: 1 | 2 = 1): string {
  return formatBriefly(findTime(n, threads));
}

/** Estimates the seconds that backtracking in C takes for 20 queens: its time for 16 queens grows with the tree. */
export function estimateTimeInC(): number {
  return (findSeconds(16, 'C (gcc -O3)') * countBoards(MAX_N)) / countBoards(16);
}
