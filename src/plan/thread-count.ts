/** How many threads count a share. */
import { DEFAULT_MEMORY } from './meet-plan.js';
import { largestCost, type Share, type ThreadChoice } from './plan.js';
import type { KernelKind } from './subproblem.js';

/** Memory of the program, and of each thread without its subproblem, in bytes (Node 20 on Linux). */
export const PROGRAM_BYTES = 60 * 2 ** 20;
const THREAD_BYTES = 10 * 2 ** 20;

/** Memory of a thread for any subproblem, in bytes. */
export const DEFAULT_THREAD_MEMORY = DEFAULT_MEMORY + THREAD_BYTES;

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
  const { threads = 1, threadsAreDefault, memoryAtHand = Number.POSITIVE_INFINITY } = choice;
  if (!threadsAreDefault || threads === 1) return threads;
  const fastest = Math.ceil(Math.sqrt(share.cost / COST_OF_A_THREAD));
  return Math.max(1, Math.min(threads, fastest, Math.floor(memoryAtHand / threadMemory(share))));
}

/** Returns whether a share takes long enough to justify this number of worker threads. */
export function isWorthThreads({ cost }: Share, threads: number, { threadsAreDefault }: ThreadChoice): boolean {
  const least = threadsAreDefault ? COST_WORTH_THREADS : COST_WORTH_REQUESTED_THREADS;
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
 * Memory of a thread with the readable kernel of `meet`, in bytes. It lists halves as objects. Pieces of an audit take up to
 * 0.4 GB for n = 16, and up to 1.3 GB from n = 17 on, to which V8 adds garbage (2026-11-25).
 */
function readableBytes(n: number): number {
  return n < 17 ? 2 ** 29 : 1.8 * 2 ** 30;
}

/** Estimates an upper bound of the memory of a thread that counts a share, in bytes. */
export function threadMemory({ subproblems }: Share, kernel: KernelKind = 'fast'): number {
  const bytes = subproblems.map((subproblem) => {
    if (subproblem.algorithm === 'bitmask') return 0;
    return kernel === 'readable' ? readableBytes(subproblem.n) : subproblem.memory;
  });
  return THREAD_BYTES + bytes.reduce((most, memory) => Math.max(most, memory), 0);
}
