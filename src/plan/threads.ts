import { availableParallelism } from 'node:os';
import { UsageError } from '../errors/errors.js';

/** More threads than any machine has; a larger number is a slip of the finger. */
export const MOST_THREADS = 1024;

/**
 * How many threads to use: 0 stands for as many as this machine runs at a time.
 *
 * @throws UsageError if it is not a whole number from 0 to 1024.
 */
export function resolveThreads(threads: number): number {
  if (!Number.isInteger(threads) || threads < 0 || threads > MOST_THREADS) {
    throw new UsageError(`threads must be a whole number from 0 (all) to ${MOST_THREADS}, not ${threads}`);
  }
  return threads === 0 ? availableParallelism() : threads;
}
