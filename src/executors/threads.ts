// How many threads of this machine count, and with how much memory. The plan for a count is made for these threads.

import { KERNEL_SLOWDOWNS } from '../../workers/kernels.js';
import { MIN_MEMORY } from '../../workers/meet.js';
import { hasSimd } from '../../workers/simd.js';
import { checkWholeNumber } from '../errors/whole-number.js';
import { coarsestPlan, MIN_COST_TO_CUT, type PlanOptions, refinePlan } from '../plan/choose-plan.js';
import { largestCost, MAX_THREADS, type Plan, type Share } from '../plan/plan.js';
import type { KernelKind } from '../plan/subproblem.js';
import { availableMemory, cgroupLimits, cores } from './machine.js';
import { defaultMemory, MIN_DEFAULT_MEMORY, PROGRAM_BYTES, THREAD_BYTES, threadBytes } from './memory.js';

/** What a count may use of this machine. */
export interface Machine {
  /** Number of threads, from 1 to 1024: the user's number, or all that can run at the same time. */
  readonly threads: number;
  /** Whether `threads` is a default. A count then uses fewer if they are as fast, or if memory is short. */
  readonly isDefault: boolean;
  /** Number of threads that can run at the same time. */
  readonly cores: number;
  /** Memory for all threads together, in bytes. */
  readonly availableMemory: number;
  /** Memory limit of each thread from the user, in bytes. By default, it is a share of the available memory. */
  readonly memory?: number | undefined;
  /** Whether the processor can execute the fast kernel of `meet`. */
  readonly hasSimd: boolean;
}

/**
 * Finds out what a count may use of this machine.
 *
 * @param requested number of threads from the user. The default, 0, means as many as can run at the same time.
 * @param memory memory limit of each thread from the user, in bytes.
 * @throws UsageError if `requested` is not a whole number from 0 to 1024, or `memory` not one from 2 MB.
 */
export function inspectMachine(requested = 0, memory?: number): Machine {
  checkWholeNumber('threads', requested, 0, MAX_THREADS);
  if (memory !== undefined) checkWholeNumber('memory in bytes', memory, MIN_MEMORY);
  const limits = cgroupLimits();
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

/** Makes the plan for a count on this machine. A part has the same plan on every machine. @throws UsageError */
export function planForMachine(n: number, options: PlanOptions, machine: Machine): Plan {
  const { algorithm = 'auto', depth, part } = options;
  const mustAvoidMeet = !machine.hasSimd && algorithm === 'auto' && !part;
  const executable = { algorithm: mustAvoidMeet ? 'bitmask' : algorithm, depth, part } as const;
  const coarsest = coarsestPlan(n, executable);
  const threads = usefulThreads(coarsest, machine);
  return refinePlan(coarsest, executable, isWorthThreads(coarsest, threads, machine) ? threads : 1);
}

/**
 * Below this cost, the calling thread is faster than two threads of a pool, which take 65 ms to load, start and end. If
 * the user requested threads, the limit is MIN_COST_TO_CUT: a cheaper count would end before they start.
 */
const COST_WORTH_THREADS = 150;

/** Factor on both limits for a pool of one thread, which saves no time but keeps the calling thread free. */
const FACTOR_FOR_A_SINGLE_THREAD = 10;

/**
 * Maximum cost of a subproblem in the calling thread. A running subproblem blocks the event loop, so Ctrl-C, requests
 * from the page, and the program that uses the library must wait.
 */
const MAX_BLOCKING_COST = 100;

/**
 * Milliseconds by which each further thread delays a count: its start, and its share of a finer plan. On a machine with
 * cores for all threads it is 3 to 5. This is more, because a container may be given two of the 64 cores that it sees:
 * each thread takes 84 ms of their time.
 */
const COST_OF_A_THREAD = 10;

/**
 * Returns the number of threads that are worth starting for a share. The user's number is taken as it is. A default is
 * reduced if fewer are faster or memory is short. T threads take T x m + cost / T, which is least at T = sqrt(cost /
 * m).
 */
export function usefulThreads(share: Share, machine: Machine): number {
  const { threads, isDefault, memory = MIN_DEFAULT_MEMORY } = machine;
  if (!isDefault || threads === 1) return threads;
  const fastest = Math.ceil(Math.sqrt(share.cost / COST_OF_A_THREAD));
  const fitting = Math.floor(machine.availableMemory / threadBytes(share, memory));
  return Math.max(1, Math.min(threads, fastest, fitting));
}

/** Returns whether a share takes long enough to justify a pool of this number of threads. */
function isWorthThreads({ cost }: Share, threads: number, { isDefault }: Machine): boolean {
  const least = isDefault ? COST_WORTH_THREADS : MIN_COST_TO_CUT;
  return cost > least * (threads > 1 ? 1 : FACTOR_FOR_A_SINGLE_THREAD);
}

/** The threads that count. */
export interface ThreadChoice {
  /** Number of threads in the pool; 0 for the calling thread, if starting a pool would take longer than the count. */
  readonly threads: number;
  /** Memory limit of the kernel in each thread, in bytes. */
  readonly memory: number;
}

/** Chooses the threads that count a share. */
export function chooseThreads(share: Share, machine: Machine, kernel: KernelKind): ThreadChoice {
  const threads = poolThreads(share, machine, kernel);
  return { threads, memory: machine.memory ?? defaultMemory(Math.max(1, threads), machine.availableMemory) };
}

function poolThreads(share: Share, machine: Machine, kernel: KernelKind): number {
  const { length } = share.subproblems;
  // Costs are for the fast kernel. With a slower one, a subproblem may take minutes.
  if (KERNEL_SLOWDOWNS[kernel][share.algorithm] > 1) return Math.min(machine.threads, length);
  const threads = usefulThreads(share, machine);
  const fitsCallingThread = !isWorthThreads(share, threads, machine) && largestCost(share) <= MAX_BLOCKING_COST;
  return fitsCallingThread ? 0 : Math.min(threads, length);
}

/** Chooses the threads for subproblems that are not known yet, such as those of a cluster. */
export function chooseThreadsForAny({ threads: most, isDefault, availableMemory, memory }: Machine): ThreadChoice {
  const fitting = Math.floor(availableMemory / (THREAD_BYTES + (memory ?? MIN_DEFAULT_MEMORY)));
  const threads = isDefault ? Math.max(1, Math.min(most, fitting)) : most;
  return { threads, memory: memory ?? defaultMemory(threads, availableMemory) };
}
