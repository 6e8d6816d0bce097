/** Fits a share of work to this machine: chooses the kernel, the threads and their memory, and forecasts the speed. */

import { KERNEL_SLOWDOWNS } from '../../../workers/kernels.js';
import { minMemory } from '../../../workers/meet.js';
import { MemoryLimitError, UsageError } from '../../core/errors/errors.js';
import { MAX_MEET_N } from '../../core/plan/meet-plan.js';
import { largestCost, type Share } from '../../core/plan/plan.js';
import type { KernelKind } from '../../core/plan/subproblem.js';
import { megabytes } from '../../core/text/numbers.js';
import { defaultKernel, type Machine } from './machine.js';
import { defaultMemory, MIN_DEFAULT_MEMORY, memorySlowdown, threadBytes } from './memory.js';

/** Cost below which the calling thread is faster than a pool of two, which takes 65 ms to load, start and end. */
const MIN_COST_FOR_POOL = 150;

/** Factor for MIN_COST_FOR_POOL if the pool has one thread, which saves no time but keeps the calling thread free. */
const SINGLE_THREAD_FACTOR = 10;

/**
 * Maximum cost of a subproblem in the calling thread. While it runs, it blocks the event loop, so Ctrl-C, requests from
 * the page, and the program that uses the library have to wait.
 */
const MAX_BLOCKING_COST = 100;

/**
 * Milliseconds by which each further thread delays a count, because it must be started and the plan becomes finer. On a
 * machine with a core for every thread, the delay is 3 to 5 ms. This constant is higher, because a container may be
 * allowed only two of the 64 cores that it sees, and every start of a thread takes CPU time from these two.
 */
const COST_PER_THREAD = 10;

/**
 * Minimum cost per requested thread at which all requested threads are started, even if there are fewer cores. A thread
 * takes about 30 ms of CPU time to start, which delays a count of this cost by a twentieth. A shorter count is delayed
 * more: 16 queens on two cores took twice as long with eight threads as with two (2026-11-27).
 */
const LONG_COST_PER_THREAD = 500;

/** Work to fit to a machine: a share, or work whose subproblems are not known yet, such as a cluster's. */
type Work = Omit<Share, 'subproblems'> & Partial<Pick<Share, 'subproblems'>>;

/** The most demanding work that a worker of a cluster may get. */
export const ANY_WORK: Work = { n: MAX_MEET_N, algorithm: 'meet', cost: Number.POSITIVE_INFINITY };

export interface Fit {
  readonly kernel: KernelKind;
  /** Number of threads in the pool; 0 if the calling thread counts, because starting a pool would take longer. */
  readonly threads: number;
  /** Number of threads that count at once, at least 1: all of them, unless there are fewer cores. */
  readonly atOnce: number;
  /** Memory limit of the kernel in each thread, in bytes. */
  readonly memory: number;
  /** Upper bound for the memory of each thread, in bytes. */
  readonly threadBytes: number;
  /** A thread's expected time, divided by that of a thread on the reference machine. */
  readonly slowdown: number;
  /** The factor in `slowdown` that is due to a low memory limit. A measurement on a small board does not include it. */
  readonly memorySlowdown: number;
}

/** A kernel, or `auto` for the fastest one on this machine. */
export type KernelChoice = KernelKind | 'auto';

/** Minimum cost, in milliseconds, at which the wide kernel saves more time than its threads take to compile it. */
const MIN_WIDE_COST = 1000;

/** Chooses the kernel for a share. @throws UsageError if `wide` is requested for `bitmask`, which has none. */
function chooseKernel({ algorithm, cost }: Work, machine: Machine, requested: KernelChoice): KernelKind {
  if (requested === 'auto')
    return algorithm === 'meet' && cost >= MIN_WIDE_COST && machine.hasWide?.() ? 'wide' : defaultKernel(machine);
  if (requested !== 'wide' || algorithm === 'meet') return requested;
  throw new UsageError(`the wide kernel counts only by meet, but this count is by ${algorithm}; choose another kernel`);
}

/**
 * Chooses the kernel, the threads and their memory for a share of work, and estimates how fast they are.
 *
 * @throws UsageError if the user's memory limit is too low, or if the algorithm has no such kernel.
 */
export function fitToMachine(work: Work, machine: Machine, requested: KernelChoice): Fit {
  const { n, algorithm, subproblems } = work;
  const kernel = chooseKernel(work, machine, requested);
  const usesLists = algorithm === 'meet' && kernel !== 'reference';
  const needed = usesLists && subproblems?.length !== 0 ? minMemory(n) : 0;
  if (machine.memory !== undefined && machine.memory < needed)
    throw new MemoryLimitError(`n = ${n} needs ${megabytes(needed)} of memory in each thread`, needed);
  const threads = Math.min(chooseThreads(work, machine, kernel), subproblems?.length ?? Number.POSITIVE_INFINITY);
  const memory = machine.memory ?? defaultMemory(Math.max(1, threads), machine.availableMemory);
  const byMemory = usesLists ? memorySlowdown(n, memory) : 1;
  return {
    kernel,
    threads,
    atOnce: Math.min(Math.max(1, threads), machine.cores),
    memory,
    threadBytes: threadBytes(work, memory, kernel),
    slowdown: KERNEL_SLOWDOWNS[kernel][algorithm] * byMemory,
    memorySlowdown: byMemory,
  };
}

/**
 * Chooses the number of threads for a share of work; 0 if the calling thread is faster. It is at most the machine's
 * number, and smaller if fewer threads are faster or if, by default, memory is short. But a long count gets all the
 * user's threads. T threads take T x m + cost / T, which is smallest at T = sqrt(cost / m), where m is the delay for
 * each thread.
 *
 * @param kernel a plan does not depend on the kernel, so it is made for the threads of the fast one.
 */
export function chooseThreads(work: Work, machine: Machine, kernel: KernelKind = 'fast'): number {
  const { algorithm, cost, subproblems = [] } = work;
  const { isDefault, cores, memory = MIN_DEFAULT_MEMORY } = machine;
  const inMemory = Math.floor(machine.availableMemory / threadBytes(work, memory, kernel));
  const fitting = isDefault ? Math.max(1, Math.min(machine.threads, inMemory)) : machine.threads;
  if (KERNEL_SLOWDOWNS[kernel][algorithm] > 1) return fitting; // even for one subproblem, which may take minutes
  const isLong = !isDefault && cost >= LONG_COST_PER_THREAD * machine.threads;
  const fastest = Math.ceil(Math.sqrt(cost / COST_PER_THREAD));
  const threads = isLong ? machine.threads : Math.max(1, Math.min(cores, fastest, fitting));
  if (cost > MIN_COST_FOR_POOL * (threads > 1 ? 1 : SINGLE_THREAD_FACTOR)) return threads;
  return largestCost({ subproblems }) > MAX_BLOCKING_COST ? 1 : 0;
}
