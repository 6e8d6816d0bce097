import type { Share } from '../../core/plan/plan.js';
import type { Fit } from '../machine/fit.js';
import type { Machine } from '../machine/machine.js';
import { startThreads } from '../threads/start-threads.js';
import { calibrate, type Sample } from './calibrate.js';

/** The speed of this machine's threads, while other programs may be using part of the processor. */
export interface Measurement {
  /** A thread's time for the same work, divided by that of a thread on the reference machine. */
  readonly slowdown: number;
  /**
   * Fraction of the processor used by other programs, below 1; 0 if it is negligible. On an idle machine, times would
   * be shorter by this fraction or more, because programs that share a core or a cache slow each other down. With four
   * busy programs on two cores, times corrected by the fraction were up to a third too long (2026-11-26).
   */
  readonly busy: number;
}

/** Fraction of the processor above which other programs are mentioned. On an idle machine, 0.02 was measured. */
const NOTICEABLE = 0.1;

/**
 * Computes the speed of the threads from a sample. If they got less processor time than they could have used, other
 * programs took the rest.
 *
 * @param share fraction of a core that each thread may use, up to 1.
 */
export function createMeasurement({ cost, elapsed, cpu }: Sample, share: number): Measurement {
  const busy = 1 - cpu / share / elapsed;
  return { slowdown: elapsed / cost, busy: busy > NOTICEABLE ? busy : 0 };
}

/**
 * Measures how fast this machine's threads would count now. Takes about a second.
 *
 * @throws the signal's reason after an abort.
 */
export async function measureSpeed(
  { left: { algorithm }, fit, machine }: { readonly left: Share; readonly fit: Fit; readonly machine: Machine },
  signal?: AbortSignal,
): Promise<Measurement> {
  const { kernel, atOnce, memorySlowdown } = fit;
  const executor = await startThreads({ threads: atOnce > 1 ? atOnce : 0 }, algorithm, kernel);
  const sample = await calibrate(executor, algorithm, kernel, signal);
  const { slowdown, busy } = createMeasurement(sample, Math.min(1, machine.quota / atOnce));
  return { slowdown: slowdown * memorySlowdown, busy };
}
