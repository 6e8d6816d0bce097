// Notes on stderr, before a count, about what limits it on this machine.

import type { LocalCountTask } from '../count/local-count-task.js';
import { PROGRAM_BYTES, threadBytes } from '../executors/memory.js';
import type { Machine } from '../executors/threads.js';
import { isMeetFaster } from '../plan/choose-plan.js';
import type { Share } from '../plan/plan.js';
import { logMessage } from '../terminal/terminal.js';
import { megabytes, plural } from '../text/numbers.js';

/** The notes that were printed, because a command may count many boards. */
const printed = new Set<string>();

/** Prints each note on the limits of a count once. */
export function noteLimits({ left, machine, threads, memory, kernel }: LocalCountTask): void {
  const notes = [
    machine.hasSimd ? undefined : slowerAlgorithm(left),
    tooManyThreads(machine, Math.max(1, threads), threadBytes(left, memory, kernel)),
  ];
  for (const note of notes) {
    if (!note || printed.has(note)) continue;
    printed.add(note);
    logMessage(note);
  }
}

function slowerAlgorithm({ n, algorithm }: Share): string | undefined {
  if (algorithm !== 'bitmask' || !isMeetFaster(n)) return undefined;
  return 'this processor has no SIMD (SSE4.1), so bitmask counts, which is slower than meet';
}

/**
 * Describes what limits the threads of a count, and the number of threads that would be faster. Two threads per core do
 * no harm. Returns undefined if nothing limits them.
 *
 * @param bytesPerThread upper bound of the memory of each thread.
 */
export function tooManyThreads(machine: Machine, threads: number, bytesPerThread: number): string | undefined {
  const { cores, availableMemory } = machine;
  const fitting = Math.max(1, Math.min(cores, Math.floor(availableMemory / bytesPerThread)));
  const remedy = fitting < threads ? `; --threads ${fitting} would be faster` : '';
  const neededBytes = threads * bytesPerThread;
  if (neededBytes > availableMemory) {
    const needed = megabytes(PROGRAM_BYTES + neededBytes);
    const free = megabytes(PROGRAM_BYTES + availableMemory);
    return `${plural(threads, 'thread')} may take ${needed} of memory, and this machine has ${free} free${remedy}`;
  }
  return threads > 2 * cores ? `${threads} threads share ${plural(cores, 'core')}${remedy}` : undefined;
}
