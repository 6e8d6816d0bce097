// Prints notes on stderr before a count that this machine limits.

import { megabytes, plural } from '../../core/text/numbers.js';
import type { LocalCountTask } from '../../node/count/local-count-task.js';
import type { Machine } from '../../node/machine/machine.js';
import { PROGRAM_BYTES } from '../../node/machine/memory.js';
import { logMessage } from '../../node/terminal/terminal.js';
import { findLack } from '../../node/threads/compile-kernel.js';

/** Minimum expected time, in milliseconds, at which users may ask why a count with the reference kernel is slow. */
const MIN_SLOW_COST = 500;

/** Notes that have been printed, so a command that counts many boards does not repeat them. */
const printed = new Set<string>();

/** Prints notes on the limits of a count, each note only once. */
export function noteLimits({ left, machine, fit }: LocalCountTask): void {
  const isSlow = fit.kernel === 'reference' && fit.slowdown * left.cost >= MIN_SLOW_COST;
  const lack = isSlow ? findLack() : undefined;
  const notes = [
    lack && `${lack}, so the count uses the reference kernel, which is slower`,
    describeThreadLimit(machine, Math.max(1, fit.threads), fit.threadBytes),
  ];
  for (const note of notes) {
    if (!note || printed.has(note)) continue;
    printed.add(note);
    logMessage(note);
  }
}

/**
 * Describes what limits the threads of a count and how many threads would be faster. Returns undefined if nothing does.
 * Up to two threads per core are not reported, because they do no harm.
 *
 * @param bytesPerThread upper bound for each thread's memory.
 */
export function describeThreadLimit(machine: Machine, threads: number, bytesPerThread: number): string | undefined {
  const { cores, availableMemory } = machine;
  const fitting = Math.max(1, Math.min(cores, Math.floor(availableMemory / bytesPerThread)));
  const remedy = fitting < threads ? `; --threads ${fitting} would be faster` : '';
  const neededBytes = threads * bytesPerThread;
  if (neededBytes > availableMemory) {
    const needed = megabytes(PROGRAM_BYTES + neededBytes);
    const free = megabytes(PROGRAM_BYTES + availableMemory);
    return `${plural(threads, 'thread')} may take ${needed} of memory, but this machine has ${free} free${remedy}`;
  }
  return threads > 2 * cores ? `${threads} threads share ${plural(cores, 'core')}${remedy}` : undefined;
}
