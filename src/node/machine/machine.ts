// src/node/machine describes this machine, or the container or batch job in which this process runs. inspectMachine
// looks up the cores and memory, once for each command or library call. fit.ts decides how a share of work uses them.

import { availableParallelism, freemem, totalmem } from 'node:os';
import { MIN_MEMORY } from '../../../workers/meet.js';
import { hasSimd } from '../../../workers/simd.js';
import { checkInteger } from '../../core/errors/errors.js';
import { MAX_THREADS } from '../../core/plan/plan.js';
import type { KernelKind } from '../../core/plan/subproblem.js';
import { type CgroupLimits, readCgroupLimits } from './cgroup.js';
import { PROGRAM_BYTES } from './memory.js';

/** The most memory that WebAssembly can use, in bytes. A larger number must be a typo. */
const MAX_MEMORY = 2 ** 32;

/** The threads and memory of this machine that a count may use. */
export interface Machine {
  /** Number of threads, from 1 to 1024: the user's number, or as many as can run at once. */
  readonly threads: number;
  /** True if `threads` is a default. A count then uses fewer if that is as fast, or if memory is short. */
  readonly isDefault: boolean;
  /** Number of threads that can run at once: the number of cores or, if smaller, a container's quota rounded up. */
  readonly cores: number;
  /** A container's CPU quota, in seconds of CPU time per second; Infinity if there is none. */
  readonly quota: number;
  /** Memory for all threads together, in bytes. */
  readonly availableMemory: number;
  /** The user's memory limit for each thread, in bytes. By default, a thread gets a share of the available memory. */
  readonly memory?: number | undefined;
  /** True if the processor can run the fast kernels. */
  readonly hasSimd: boolean;
  /**
   * Sets up V8 for the wide kernel of `meet` and returns whether that worked; `auto` calls it for a long count.
   * Undefined in the library, because V8's options affect the whole process.
   */
  readonly hasWide?: (() => boolean) | undefined;
}

/** Returns the kernel to use by default: the fast one or, on a machine that cannot run it, the reference kernel. */
export function defaultKernel({ hasSimd }: Pick<Machine, 'hasSimd'>): KernelKind {
  return hasSimd ? 'fast' : 'reference';
}

/**
 * Finds out how many threads and how much memory a count may use.
 *
 * @param requested the user's number of threads. The default, 0, means as many as can run at once.
 * @param memory the user's memory limit for each thread, in bytes.
 * @throws UsageError if `requested` is not an integer from 0 to 1024, or `memory` is not an integer of at least
 *   2 MB and at most MAX_MEMORY.
 */
export function inspectMachine(requested = 0, memory?: number, limits: CgroupLimits = readCgroupLimits()): Machine {
  checkInteger('threads', requested, 0, MAX_THREADS);
  if (memory !== undefined) checkInteger('memory in bytes', memory, MIN_MEMORY, MAX_MEMORY);
  const cores = Math.min(availableParallelism(), Math.ceil(limits.cores), MAX_THREADS);
  // macOS does not count its caches as free memory, so the total memory is used instead.
  const freeMemory = process.platform === 'darwin' ? totalmem() : freemem();
  return {
    threads: requested || cores,
    isDefault: requested === 0,
    cores,
    quota: limits.cores,
    availableMemory: Math.min(freeMemory, limits.memory) - PROGRAM_BYTES,
    memory,
    hasSimd: hasSimd(),
  };
}

export function readCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
