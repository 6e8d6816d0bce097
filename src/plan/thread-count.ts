/** How many threads count a share, and the memory that they use. */
import { largestCost, type Share, type ThreadChoice } from './plan.js';
import type { KernelKind } from './subproblem.js';
import { LEAST_DEFAULT_MEMORY, memoryNeed, THREAD_BYTES } from './thread-memory.js';

/** Below this cost, the calling thread is faster than two worker threads, which take 65 ms to load, start and end. */
const COST_WORTH_THREADS = 150;

/** The limit if the user requested a number of threads. A cheaper count would end before the threads start. */
const COST_WORTH_REQUESTED_THREADS = 50;

/** Factor on both limits for a single worker thread, which saves no time but keeps the calling thread free. */
const FACTOR_FOR_A_SINGLE_THREAD = 10;

/**
 * Maximum cost of a subproblem in the calling thread. A running subproblem blocks the event loop, so Ctrl-C, requests from
 * the page, and the program that uses the library must wait.
 */
const MOST_BLOCKING_COST = 100;

/**
 * Milliseconds by which each further thread delays a count: its start, and its share of a finer plan. On a machine with cores
 * for all threads it is 3 to 5. This is more, because a container may be given two of the 64 cores that it sees: each
 * thread takes 84 ms of their time.
 */
const COST_OF_A_THREAD = 10;

/**
 * Returns the number of threads to plan for. The user's number is taken as it is. A default is the number of cores, or fewer
 * if that is faster or if memory is short: T threads take T x m + cost / T, which is least at T = sqrt(cost / m).
 */
export function plannedThreads(share: Share, choice: ThreadChoice): number {
  const { threads = 1, requested, memoryAtHand = Number.POSITIVE_INFINITY, memory = LEAST_DEFAULT_MEMORY } = choice;
  if (requested !== 0 || threads === 1) return threads;
  const fastest = Math.ceil(Math.sqrt(share.cost / COST_OF_A_THREAD));
  return Math.max(1, Math.min(threads, fastest, Math.floor(memoryAtHand / threadBytes(share, memory))));
}

/** Returns whether a share takes long enough to justify this number of worker threads. */
export function isWorthThreads({ cost }: Share, threads: number, { requested }: ThreadChoice): boolean {
  const least = requested === 0 ? COST_WORTH_THREADS : COST_WORTH_REQUESTED_THREADS;
  return cost > least * (threads > 1 ? 1 : FACTOR_FOR_A_SINGLE_THREAD);
}

/**
 * Returns the number of worker threads for a share. Returns 0, for the calling thread, if starting worker threads would take
 * longer than the count. Starting one takes 50 ms of CPU time.
 */
export function workerThreads(share: Share, choice: ThreadChoice): number {
  const threads = plannedThreads(share, choice);
  const fitsCallingThread = !isWorthThreads(share, threads, choice) && largestCost(share) <= MOST_BLOCKING_COST;
  return fitsCallingThread ? 0 : Math.min(threads, share.subproblems.length);
}

/**
 * Memory of a thread with the readable kernel of `meet`, in bytes. It limits the number of halves that it lists at once, but V8
 * adds garbage: up to 0.3 GB in all for n = 16, and up to 0.9 GB from n = 17 on (2026-11-26).
 */
function readableBytes(n: number): number {
  return n < 17 ? 2 ** 29 : 2 ** 30;
}

/**
 * Estimates an upper bound of the memory of a thread that counts a share, in bytes.
 *
 * @param memory memory limit of its kernel, in bytes.
 */
export function threadBytes(
  { n, algorithm }: Pick<Share, 'n' | 'algorithm'>,
  memory: number,
  kernel: KernelKind = 'fast',
): number {
  if (algorithm === 'bitmask') return THREAD_BYTES;
  return THREAD_BYTES + (kernel === 'readable' ? readableBytes(n) : Math.min(memory, memoryNeed(n)));
}
