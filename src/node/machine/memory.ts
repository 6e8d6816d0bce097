// Computes the memory of threads, which limits their number and the lists of their kernels. No plan depends on it.

import { memoryNeed } from '../../../workers/meet.js';
import type { Share } from '../../core/plan/plan.js';
import type { KernelKind } from '../../core/plan/subproblem.js';

const MEGABYTE = 2 ** 20;

/** Memory of the program, and of each thread without its subproblem, in bytes (Node 20 on Linux). */
export const PROGRAM_BYTES = 60 * MEGABYTE;
export const THREAD_BYTES = 10 * MEGABYTE;

/** Range of the default limit, in bytes. With more, n = 24 is no faster; with less, counts from n = 19 on are slow. */
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
 * Returns the memory of a thread with the reference kernel of `meet`, in bytes. The kernel lists a limited number of
 * halves at once. With V8's garbage, a thread takes up to 0.3 GB for n = 16, and up to 0.9 GB from n = 17 on
 * (2026-11-26).
 */
function referenceBytes(n: number): number {
  return n < 17 ? 2 ** 29 : 2 ** 30;
}

/**
 * Estimates an upper bound for the memory of a thread that counts a share, in bytes.
 *
 * @param memory memory limit of its kernel, in bytes.
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
 * Times of `meet` with 256 MB and with 64 MB, divided by the time with 1 GB, by n. For smaller n, they are 1; for
 * larger n, those for n = 25 are used (samples of 2 to 8 fillings, 2026-11-26).
 */
const SLOWDOWNS: Readonly<Record<number, readonly [number, number]>> = {
  19: [1, 1.5],
  20: [1, 1.35],
  21: [1.15, 1.4],
  22: [1.1, 1.5],
  23: [1.05, 1.35],
  24: [1.75, 3.4],
  25: [1.4, 3.4],
};

/** Estimates the factor by which `memory` bytes make `meet` slower for n than the largest default limit. */
export function memorySlowdown(n: number, memory: number): number {
  const quarters = Math.log2(Math.max(1, MAX_DEFAULT_MEMORY / memory)) / 2; // 1 for 256 MB, 2 for 64 MB
  const [once, twice] = SLOWDOWNS[Math.min(n, 25)] ?? [1, 1];
  return quarters < 1 ? once ** quarters : once * (twice / once) ** (quarters - 1);
}
