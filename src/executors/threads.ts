import { availableParallelism } from 'node:os';
import { inWords, UsageError } from '../errors/errors.js';
import { MOST_THREADS, type ThreadChoice } from '../plan/plan.js';

/** Limits a number of worker threads to twice the number of cores. More threads cost time and memory, but save no time. */
export function usefulThreads(requested: number): number {
  return Math.min(requested, 2 * availableParallelism());
}

/** The resolved number of threads. */
export interface ResolvedThreads extends ThreadChoice {
  readonly threads: number;
  readonly threadsAreDefault: boolean;
}

/**
 * Resolves the number of threads in the user's options. Only the commands and the library's `count` call it.
 *
 * @param requested number from the user. The default, 0, means as many threads as this machine can run at the same time.
 * @throws UsageError if `requested` is not a whole number from 0 to 1024.
 */
export function resolveThreads(requested = 0): ResolvedThreads {
  if (!Number.isInteger(requested) || requested < 0 || requested > MOST_THREADS) {
    throw new UsageError(`threads must be a whole number from 0 (all) to ${MOST_THREADS}, not ${inWords(requested)}`);
  }
  const threadsAreDefault = requested === 0;
  return { threads: threadsAreDefault ? availableParallelism() : requested, threadsAreDefault };
}
