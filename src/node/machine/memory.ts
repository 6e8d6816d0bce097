// Computes the memory that threads need, which limits their number and their kernels' lists. No plan depends on it.

import { memoryNeed } from '../../../workers/meet.js';
import type { Share } from '../../core/plan/plan.js';
import type { KernelKind } from '../../core/plan/subproblem.js';

const MEGABYTE = 2 ** 20;

/** Memory in bytes of the program, and of each thread without its subproblem (measured on Linux with Node.js 20). */
export const PROGRAM_BYTES = 60 * MEGABYTE;
const THREAD_BYTES = 10 * MEGABYTE;

/** Range of the default limit, in bytes. A higher limit makes n = 24 no faster; a lower one slows n = 19 and above. */
export const MIN_DEFAULT_MEMORY = 64 * MEGABYTE;
export const MAX_DEFAULT_MEMORY = 1024 * MEGABYTE;

/** Fraction of the available memory that all threads together may use by default. Other programs need the rest. */
const USED_FRACTION = 0.6;

/**
 * Computes the default memory limit of the kernel in each thread, in bytes.
 *
 * @param threads number of threads, at least 1.
 */
export function defaultMemory(threads: number, availableBytes: number): number {
  const share = Math.floor((USED_FRACTION * availableBytes) / threads);
  return Math.min(MAX_DEFAULT_MEMORY, Math.max(MIN_DEFAULT_MEMORY, share));
}

/**
 * Memory in bytes of a thread with the reference kernel of `meet`, which lists a limited number of halves at once.
 * Including garbage, a thread takes up to 0.3 GB for n = 16, and up to 0.9 GB from n = 17 on (2026-11-26).
 */
const referenceBytes = (n: number) => (n < 17 ? 2 ** 29 : 2 ** 30);

/**
 * Estimates an upper bound for the memory of a thread that counts a share, in bytes.
 *
 * @param memory memory limit of the thread's kernel, in bytes.
 */
export function threadBytes(
  { n, algorithm }: Pick<Share, 'n' | 'algorithm'>,
  memory: number,
  kernel: KernelKind = 'fast',
): number {
  if (algorithm === 'bitmask') return THREAD_BYTES;
  return THREAD_BYTES + (kernel === 'reference' ? referenceBytes(n) : Math.min(memory, memoryNeed(n)));
}

/**
 * For each n, the times of `meet` with 256 MB and with 64 MB, divided by the time with 1 GB (samples of 3 to 8
 * fillings, 2026-11-28). For smaller n, both ratios are 1; larger n use those for n = 26.
 */
const SLOWDOWNS: Readonly<Record<number, readonly [number, number]>> = {
  19: [1, 1.1],
  20: [1, 1.1],
  21: [1.05, 1.2],
  22: [1.05, 1.2],
  23: [1, 1.1],
  24: [1.15, 2],
  25: [1.15, 2.4],
  26: [1.3, 3],
};

/** Estimates the factor by which `meet` is slower for n with `memory` bytes than with the largest default limit. */
export function memorySlowdown(n: number, memory: number): number {
  const quarters = Math.log2(Math.max(1, MAX_DEFAULT_MEMORY / memory)) / 2; // 1 for 256 MB, 2 for 64 MB
  const [once, twice] = SLOWDOWNS[Math.min(n, 26)] ?? [1, 1];
  return quarters < 1 ? once ** quarters : once * (twice / once) ** (quarters - 1);
}
