import { hasSimd } from '../../workers/simd.js';
import { inWords, UsageError } from '../errors/errors.js';
import { MOST_THREADS, type ThreadChoice } from '../plan/plan.js';
import { LEAST_DEFAULT_MEMORY, LEAST_MEMORY, PROGRAM_BYTES, THREAD_BYTES } from '../plan/thread-memory.js';
import { plural } from '../text/numbers.js';
import { cgroupLimits, cores, memoryAtHand } from './machine.js';

/**
 * Resolves the number of threads and their memory in the user's options. Only the commands and the library's `count` call it.
 *
 * @param requested number from the user. More than two threads for each core would take time and memory, but count no
 *   faster. The default, 0, means as many as this machine can run at the same time; a count then uses fewer if that is faster.
 * @param memory memory limit of each thread from the user, in bytes. By default it depends on the memory at hand.
 * @throws UsageError if `requested` is not a whole number from 0 to 1024, or `memory` not one from 2 MB.
 */
export function threadChoice(requested = 0, memory?: number): ThreadChoice & { readonly threads: number } {
  if (!Number.isInteger(requested) || requested < 0 || requested > MOST_THREADS) {
    throw new UsageError(`threads must be a whole number from 0 (all) to ${MOST_THREADS}, not ${inWords(requested)}`);
  }
  if (memory !== undefined && !(Number.isSafeInteger(memory) && memory >= LEAST_MEMORY)) {
    throw new UsageError(`memory must be a whole number of bytes from ${LEAST_MEMORY}, not ${inWords(memory)}`);
  }
  const limits = cgroupLimits();
  const most = Math.min(cores(limits), MOST_THREADS);
  return {
    threads: requested === 0 ? most : Math.min(requested, 2 * most),
    requested,
    memoryAtHand: memoryAtHand(limits) - PROGRAM_BYTES,
    memory,
    lacksSimd: !hasSimd(),
  };
}

/** Returns the number of threads for subproblems that are not known yet, such as those of a cluster. */
export function threadsForAny({ threads = 1, requested, memoryAtHand = 0, memory }: ThreadChoice): number {
  const fitting = Math.floor(memoryAtHand / (THREAD_BYTES + (memory ?? LEAST_DEFAULT_MEMORY)));
  return requested === 0 ? Math.max(1, Math.min(threads, fitting)) : threads;
}

/** Returns a message if a number of threads is smaller than the user asked for. */
export function fewerThreads({ threads = 1, requested = 0 }: ThreadChoice): string | undefined {
  if (requested <= threads) return undefined;
  return `this machine has ${plural(cores(), 'core')}: using ${plural(threads, 'thread')}, two per core, not ${requested}`;
}
