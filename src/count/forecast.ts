import { cores } from '../executors/machine.js';
import { largestCost, type Share } from '../plan/plan.js';
import { threadBytes } from '../plan/thread-count.js';
import { PROGRAM_BYTES } from '../plan/thread-memory.js';
import type { LocalCounting } from './local-counting.js';

/** Length of a ledger file's first line, and of each other line without its id, in bytes. */
const LEDGER_HEADER_BYTES = 250;
const LEDGER_LINE_BYTES = 42;

/** Returns the number of threads that count at the same time, at most one for each core. */
export function threadsAtOnce({ threads }: Pick<LocalCounting, 'threads'>): number {
  return Math.min(Math.max(1, threads), cores());
}

/** Estimates the seconds to count a share on `threads` threads. The most expensive subproblem sets the minimum. */
export function forecastSeconds(share: Share, threads: number, slowdown: number): number {
  return (slowdown / 1000) * Math.max(share.cost / threads, largestCost(share));
}

/** Estimates upper bounds of the memory of a count, in bytes: for the whole program and for each thread. */
export function forecastMemory({ left, threads, memory, kernel }: LocalCounting) {
  const thread = threadBytes(left, memory, kernel);
  return { machine: PROGRAM_BYTES + Math.max(1, threads) * thread, thread };
}

/** Estimates the size of a share's checkpoint, in bytes. */
export function forecastLedger({ subproblems }: Share): number {
  let bytes = LEDGER_HEADER_BYTES;
  for (const { id } of subproblems) bytes += id.length + LEDGER_LINE_BYTES;
  return bytes;
}
