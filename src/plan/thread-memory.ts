/** The memory of threads. It is a limit of the machine that counts, and no plan depends on it. */
import type { ThreadChoice } from './plan.js';

const MEGABYTE = 2 ** 20;

/** Memory of the program, and of each thread without its subproblem, in bytes (Node 20 on Linux). */
export const PROGRAM_BYTES = 60 * MEGABYTE;
export const THREAD_BYTES = 10 * MEGABYTE;

/** The least memory for a subproblem, in bytes: a fixed part of 1.5 MB, and room for short lists. */
export const LEAST_MEMORY = 2 * MEGABYTE;

/** Range of the default limit, in bytes. More than 1 GB is no faster for n = 24, and less than 64 MB is slow from n = 19 on. */
export const LEAST_DEFAULT_MEMORY = 64 * MEGABYTE;
export const MOST_DEFAULT_MEMORY = 1024 * MEGABYTE;

/** Fraction of the memory at hand that all threads may use by default. Other programs need some, too. */
const USED_FRACTION = 0.6;

/**
 * Memory that the largest subproblem of `meet` takes if its lists are not divided, by n, in megabytes, with a margin. It is
 * 3 for smaller n. For larger n it may be any amount. All were measured (2026-11-22).
 */
const MEASURED_NEED: Readonly<Record<number, number>> = { 13: 3, 14: 3, 15: 5, 16: 7, 17: 14, 18: 69 };

/** Returns an upper bound of the memory that a subproblem of `meet` can use, in bytes. */
export function memoryNeed(n: number): number {
  return (MEASURED_NEED[n] ?? (n < 13 ? 3 : Number.POSITIVE_INFINITY)) * MEGABYTE;
}

/**
 * Times of `meet` with 256 MB and with 64 MB, divided by the time with 1 GB, by n. They are 1 for smaller n, and those of 25
 * for larger n (samples of 2 to 8 fillings, 2026-11-26).
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

/** Estimates how many times as long `meet` takes for n with this memory, in bytes, as with the largest default limit. */
export function memorySlowdown(n: number, memory: number): number {
  const quarters = Math.log2(Math.max(1, MOST_DEFAULT_MEMORY / memory)) / 2; // 1 for 256 MB, 2 for 64 MB
  const [once, twice] = SLOWDOWNS[Math.min(n, 25)] ?? [1, 1];
  return quarters < 1 ? once ** quarters : once * (twice / once) ** (quarters - 1);
}

/**
 * Returns the memory limit of the kernel in each thread, in bytes: the user's limit, or else a share of the memory at hand.
 *
 * @param threads number of threads, from 1.
 */
export function memoryLimit(
  threads: number,
  { memory, memoryAtHand = Number.POSITIVE_INFINITY }: ThreadChoice,
): number {
  if (memory !== undefined) return memory;
  const share = Math.floor((USED_FRACTION * memoryAtHand) / threads);
  return Math.min(MOST_DEFAULT_MEMORY, Math.max(LEAST_DEFAULT_MEMORY, share));
}
