// Chooses how many threads of this machine count, and how much memory each gets. Plans are made for these threads.

import { KERNEL_SLOWDOWNS } from '../../../workers/kernels.js';
import { MIN_MEMORY, minMemory } from '../../../workers/meet.js';
import { hasSimd } from '../../../workers/simd.js';
import { checkInteger } from '../../core/errors/check-integer.js';
import { UsageError } from '../../core/errors/errors.js';
import { coarsestPlan, MIN_COST_TO_CUT, type PlanOptions, refinePlan } from '../../core/plan/choose-plan.js';
import { MAX_MEET_N } from '../../core/plan/meet-plan.js';
import { largestCost, MAX_THREADS, type Plan, type Share } from '../../core/plan/plan.js';
import type { KernelKind } from '../../core/plan/subproblem.js';
import { megabytes } from '../../core/text/numbers.js';
import { availableMemory, cores, readCgroupLimits } from '../machine/machine.js';
import { defaultMemory, MIN_DEFAULT_MEMORY, PROGRAM_BYTES, THREAD_BYTES, threadBytes } from '../machine/memory.js';

/** The threads and memory of this machine that a count may use. */
export interface Machine {
  /** Number of threads, from 1 to 1024: the user's number, or as many as can run at once. */
  readonly threads: number;
  /** True if `threads` is a default. A count then uses fewer if that is as fast, or if memory is short. */
  readonly isDefault: boolean;
  /** Number of threads that can run at once. */
  readonly cores: number;
  /** Memory for all threads together, in bytes. */
  readonly availableMemory: number;
  /** The user's memory limit for each thread, in bytes. By default, a thread gets a share of the available memory. */
  readonly memory?: number | undefined;
  /** True if the processor can execute the fast kernel of `meet`. */
  readonly hasSimd: boolean;
}

/**
 * Finds out which threads and how much memory a count may use.
 *
 * @param requested the user's number of threads. The default, 0, means as many as can run at once.
 * @param memory the user's memory limit for each thread, in bytes.
 * @throws UsageError if `requested` is not a whole number from 0 to 1024, or `memory` is not a whole number from 2 MB.
 */
export function inspectMachine(requested = 0, memory?: number): Machine {
  checkInteger('threads', requested, 0, MAX_THREADS);
  if (memory !== undefined) checkInteger('memory in bytes', memory, MIN_MEMORY);
  const limits = readCgroupLimits();
  const atOnce = Math.min(cores(limits), MAX_THREADS);
  return {
    threads: requested || atOnce,
    isDefault: requested === 0,
    cores: atOnce,
    availableMemory: availableMemory(limits) - PROGRAM_BYTES,
    memory,
    hasSimd: hasSimd(),
  };
}

/** Makes the plan for a count on this machine. The plan of a part is the same on every machine. @throws UsageError */
export function planForMachine(n: number, options: PlanOptions, machine: Machine): Plan {
  const { algorithm = 'auto', depth, part } = options;
  const mustAvoidMeet = !machine.hasSimd && algorithm === 'auto' && !part;
  const executable = { algorithm: mustAvoidMeet ? 'bitmask' : algorithm, depth, part } as const;
  const coarsest = coarsestPlan(n, executable);
  const threads = usefulThreads(coarsest, machine);
  return refinePlan(coarsest, executable, isWorthThreads(coarsest, threads, machine) ? threads : 1);
}

/**
 * Cost below which the calling thread is faster than a pool of two threads, which takes 65 ms to load, start and end.
 * If the user sets the number of threads, the limit is MIN_COST_TO_CUT, because a cheaper count would end before they
 * start.
 */
const MIN_COST_FOR_POOL = 150;

/**
 * Factor for both of these limits if the pool would have one thread. Such a pool saves no time, but keeps the calling
 * thread free.
 */
const SINGLE_THREAD_FACTOR = 10;

/**
 * Maximum cost of a subproblem in the calling thread. While it runs, it blocks the event loop, so Ctrl-C, requests from
 * the page, and the program that uses the library have to wait.
 */
const MAX_BLOCKING_COST = 100;

/**
 * Milliseconds by which each further thread delays a count, by its start and its share of a finer plan. They are 3 to 5
 * on a machine with a core for every thread. This constant is higher, because a container may be allowed two of the 64
 * cores that it sees, and each thread takes 84 ms of their time.
 */
const COST_PER_THREAD = 10;

/**
 * Returns the number of threads worth starting for a share. The user's number is taken as it is. A default is reduced
 * if fewer threads are faster or memory is short. T threads take T x m + cost / T, which is smallest at T = sqrt(cost /
 * m), where m is the delay for each thread.
 */
export function usefulThreads(share: Share, machine: Machine): number {
  const { threads, isDefault, memory = MIN_DEFAULT_MEMORY } = machine;
  if (!isDefault || threads === 1) return threads;
  const fastest = Math.ceil(Math.sqrt(share.cost / COST_PER_THREAD));
  const fitting = Math.floor(machine.availableMemory / threadBytes(share, memory));
  return Math.max(1, Math.min(threads, fastest, fitting));
}

/** Returns whether a share takes long enough to be worth a pool of this many threads. */
function isWorthThreads({ cost }: Share, threads: number, { isDefault }: Machine): boolean {
  const least = isDefault ? MIN_COST_FOR_POOL : MIN_COST_TO_CUT;
  return cost > least * (threads > 1 ? 1 : SINGLE_THREAD_FACTOR);
}

/** The threads chosen for a count. */
export interface ThreadChoice {
  /** Number of threads in the pool; 0 for the calling thread, if starting a pool would take longer than the count. */
  readonly threads: number;
  /** Memory limit of the kernel in each thread, in bytes. */
  readonly memory: number;
}

/** Chooses the threads that count a share. @throws UsageError if the user's memory is too small. */
export function chooseThreads(share: Share, machine: Machine, kernel: KernelKind): ThreadChoice {
  const usesLists = share.algorithm === 'meet' && kernel === 'fast' && share.subproblems.length > 0;
  if (usesLists) requireMemory(machine, share.n);
  const threads = poolThreads(share, machine, kernel);
  return { threads, memory: machine.memory ?? defaultMemory(Math.max(1, threads), machine.availableMemory) };
}

function poolThreads(share: Share, machine: Machine, kernel: KernelKind): number {
  const { length } = share.subproblems;
  // Costs are those of the fast kernel. With a slower one, a subproblem may take minutes.
  if (KERNEL_SLOWDOWNS[kernel][share.algorithm] > 1) return Math.min(machine.threads, length);
  const threads = usefulThreads(share, machine);
  const fitsCallingThread = !isWorthThreads(share, threads, machine) && largestCost(share) <= MAX_BLOCKING_COST;
  return fitsCallingThread ? 0 : Math.min(threads, length);
}

/** Checks that the user's memory is enough for n. @throws UsageError that names the smallest memory for n. */
function requireMemory({ memory }: Machine, n: number): void {
  const least = minMemory(n);
  if (memory === undefined || memory >= least) return;
  throw new UsageError(`n = ${n} needs ${megabytes(least)} of memory in each thread: use --memory ${least / 2 ** 20}`);
}

/**
 * Chooses the threads for subproblems that are not known yet, such as those of a cluster.
 *
 * @throws UsageError if the user's memory is too small for the largest n.
 */
export function chooseThreadsForAny(machine: Machine): ThreadChoice {
  const { threads: most, isDefault, availableMemory, memory } = machine;
  requireMemory(machine, MAX_MEET_N);
  const fitting = Math.floor(availableMemory / (THREAD_BYTES + (memory ?? MIN_DEFAULT_MEMORY)));
  const threads = isDefault ? Math.max(1, Math.min(most, fitting)) : most;
  return { threads, memory: memory ?? defaultMemory(threads, availableMemory) };
}
