/** Fits a share of work to this machine: chooses the plan, the threads and their memory, and forecasts the speed. */

import { KERNEL_SLOWDOWNS } from '../../../workers/kernels.js';
import { minMemory } from '../../../workers/meet.js';
import { UsageError } from '../../core/errors/errors.js';
import { outlineWork, type PlanOptions, planCoarsely, refinePlan } from '../../core/plan/choose-plan.js';
import { MAX_MEET_N } from '../../core/plan/meet-plan.js';
import { largestCost, type Plan, type Share } from '../../core/plan/plan.js';
import type { Steps } from '../../core/plan/steps.js';
import type { KernelKind } from '../../core/plan/subproblem.js';
import { megabytes } from '../../core/text/numbers.js';
import { defaultKernel, type Machine } from './machine.js';
import { defaultMemory, MIN_DEFAULT_MEMORY, memorySlowdown, THREAD_BYTES, threadBytes } from './memory.js';

/** A plan for this machine, with the number of useful threads that it was built for. */
export interface FittingPlan {
  readonly plan: Plan;
  /** Undefined for a part, whose plan is the same on every machine. */
  readonly useful?: number | undefined;
}

/** Builds the plan for a new count on this machine. @throws UsageError */
export function* planForMachine(n: number, options: PlanOptions, machine: Machine): Steps<FittingPlan> {
  const feasible = chooseFeasible(options, machine);
  const coarsest = yield* planCoarsely(n, feasible);
  if (options.part) return { plan: yield* refinePlan(coarsest, feasible) };
  const useful = usefulThreads(coarsest, machine);
  return { plan: yield* refinePlan(coarsest, { ...feasible, threads: Math.max(1, useful) }), useful };
}

/** Outlines the work of a new count on this machine; see `outlineWork`. @throws UsageError */
export function outlineForMachine(n: number, options: PlanOptions, machine: Machine): Share {
  const feasible = chooseFeasible(options, machine);
  return outlineWork(n, feasible);
}

/** Chooses options for a plan that this machine can count. The plan of a part is the same on every machine. */
function chooseFeasible({ algorithm = 'auto', depth, part }: PlanOptions, { hasSimd }: Machine): PlanOptions {
  const mustAvoidMeet = !hasSimd && algorithm === 'auto' && !part;
  return { algorithm: mustAvoidMeet ? 'bitmask' : algorithm, depth, part };
}

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
 * allowed only two of the 64 cores that it sees, and each thread takes 84 ms of their time.
 */
const COST_PER_THREAD = 10;

/**
 * Minimum cost per requested thread at which all requested threads are started, even if there are fewer cores. A thread
 * takes about 30 ms of CPU time to start, which delays a count of this cost by a twentieth. A shorter count is delayed
 * more: 16 queens on two cores took twice as long with eight threads as with two (2026-11-27).
 */
const LONG_COST_PER_THREAD = 500;

/**
 * Returns the number of threads worth starting for a share; 0 if the calling thread is faster. It is at most the
 * machine's number, and smaller if fewer threads are faster or if, by default, memory is short. But a long count gets
 * all the user's threads. T threads take T x m + cost / T, which is smallest at T = sqrt(cost / m), where m is the
 * delay for each thread.
 */
export function usefulThreads(share: Share, machine: Machine): number {
  const { isDefault, cores, memory = MIN_DEFAULT_MEMORY } = machine;
  let { threads } = machine;
  if (isDefault || share.cost < LONG_COST_PER_THREAD * threads) {
    const fastest = Math.ceil(Math.sqrt(share.cost / COST_PER_THREAD));
    threads = Math.max(1, Math.min(cores, fastest, threadsThatFit(machine, threadBytes(share, memory))));
  }
  const worthStarting = MIN_COST_FOR_POOL * (threads > 1 ? 1 : SINGLE_THREAD_FACTOR);
  return share.cost > worthStarting ? threads : 0;
}

export interface ThreadChoice {
  /** Number of threads in the pool; 0 if the calling thread counts, because starting a pool would take longer. */
  readonly threads: number;
  /** Memory limit of the kernel in each thread, in bytes. */
  readonly memory: number;
  /** Upper bound for the memory of each thread, in bytes. */
  readonly threadBytes: number;
}

export interface Fit extends ThreadChoice {
  readonly kernel: KernelKind;
  /** Number of threads that count at once, at least 1: all of them, unless there are fewer cores. */
  readonly atOnce: number;
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
function chooseKernel({ algorithm, cost }: Share, machine: Machine, requested: KernelChoice): KernelKind {
  if (requested === 'auto')
    return machine.hasWide && algorithm === 'meet' && cost >= MIN_WIDE_COST ? 'wide' : defaultKernel(machine);
  if (requested !== 'wide' || algorithm === 'meet') return requested;
  throw new UsageError(`the wide kernel counts only by meet, but this count is by ${algorithm}; use --kernel auto`);
}

/**
 * Chooses the kernel and the threads that count a share, and estimates how fast they are.
 *
 * @param useful number of threads worth starting, if it is known from the plan.
 * @throws UsageError if the user's memory limit is too low, or if the algorithm has no such kernel.
 */
export function fitToMachine(
  share: Share,
  machine: Machine,
  requested: KernelChoice,
  useful = usefulThreads(share, machine),
): Fit {
  const { n, algorithm, subproblems } = share;
  const kernel = chooseKernel(share, machine, requested);
  const usesLists = algorithm === 'meet' && kernel !== 'reference';
  if (usesLists && subproblems.length > 0) requireMemory(machine, n);
  const kernelSlowdown = KERNEL_SLOWDOWNS[kernel][algorithm];
  const bytes = threadBytes(share, machine.memory ?? MIN_DEFAULT_MEMORY, kernel);
  const wanted = kernelSlowdown > 1 ? threadsThatFit(machine, bytes) : poolThreads(share, useful);
  const threads = Math.min(wanted, subproblems.length);
  const memory = machine.memory ?? defaultMemory(Math.max(1, threads), machine.availableMemory);
  const byMemory = usesLists ? memorySlowdown(n, memory) : 1;
  return {
    kernel,
    threads,
    memory,
    threadBytes: threadBytes(share, memory, kernel),
    atOnce: Math.min(Math.max(1, threads), machine.cores),
    slowdown: kernelSlowdown * byMemory,
    memorySlowdown: byMemory,
  };
}

/**
 * Returns the number of threads for a fast kernel. (A slower one always gets a pool, because its subproblems may take
 * minutes.)
 */
function poolThreads(share: Share, useful: number): number {
  return useful === 0 && largestCost(share) > MAX_BLOCKING_COST ? 1 : useful;
}

/** Returns the machine's number of threads or, if it is a default and memory is short, as many as fit; at least 1. */
function threadsThatFit({ threads, isDefault, availableMemory }: Machine, bytesPerThread: number): number {
  return isDefault ? Math.max(1, Math.min(threads, Math.floor(availableMemory / bytesPerThread))) : threads;
}

/** Checks that the user's memory limit is enough for n. @throws UsageError with the lowest limit for n. */
function requireMemory({ memory }: Machine, n: number): void {
  const needed = minMemory(n);
  if (memory === undefined || memory >= needed) return;
  throw new UsageError(
    `n = ${n} needs ${megabytes(needed)} of memory in each thread: use --memory ${needed / 2 ** 20}`,
  );
}

/**
 * Chooses the threads for subproblems that are not known yet, such as those of a cluster.
 *
 * @throws UsageError if the user's memory limit is too low for the largest n.
 */
export function chooseThreadsForAny(machine: Machine): ThreadChoice {
  const { availableMemory, memory } = machine;
  requireMemory(machine, MAX_MEET_N);
  const threads = threadsThatFit(machine, THREAD_BYTES + (memory ?? MIN_DEFAULT_MEMORY));
  const limit = memory ?? defaultMemory(threads, availableMemory);
  return { threads, memory: limit, threadBytes: THREAD_BYTES + limit };
}
