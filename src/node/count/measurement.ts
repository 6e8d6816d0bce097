import type { Executor } from '../../core/executors/executor.js';
import { choosePlan } from '../../core/plan/choose-plan.js';
import type { PartialCount } from '../../core/plan/partial-count.js';
import type { Share } from '../../core/plan/plan.js';
import { runSteps } from '../../core/plan/steps.js';
import type { Algorithm, KernelKind, Subproblem } from '../../core/plan/subproblem.js';
import type { Fit } from '../machine/fit.js';
import { type Machine, readCpuSeconds } from '../machine/machine.js';
import { startThreads } from '../threads/start-threads.js';

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

/** Length of a measurement, in milliseconds. */
const DURATION = 1000;

/**
 * The plans to measure, by kernel and algorithm. Each is given by its board size and the number of threads to plan for.
 * The plans' subproblems take 4 ms or more. With shorter ones, a thread would lose the processor between subproblems
 * rather than during them, so the subproblems' times would not show that other programs use the processor.
 */
const SAMPLES = {
  fast: { bitmask: { n: 17, threads: 1 }, meet: { n: 17, threads: 16 } },
  wide: { bitmask: { n: 17, threads: 1 }, meet: { n: 18, threads: 64 } },
  reference: { bitmask: { n: 15, threads: 1 }, meet: { n: 14, threads: 1 } },
} as const satisfies Record<KernelKind, Record<Algorithm, object>>;

/** Fraction of a measurement to ignore as warm-up, because the engine is still optimizing the kernel. */
const WARM_UP = 0.25;

/** The times of a measurement, in milliseconds, and the total cost of the subproblems counted in it. */
interface Sample {
  readonly cost: number;
  /** Sum of the subproblems' wall-clock times. */
  readonly elapsed: number;
  readonly cpu: number;
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

/**
 * Counts a small board again and again while all threads are busy, for a second or a little longer.
 *
 * @param executor the threads to measure, which are stopped afterwards.
 * @param cpuClock returns the processor time of this process in seconds.
 * @throws the signal's reason after an abort.
 */
export async function calibrate(
  executor: Executor,
  algorithm: Algorithm,
  kernel: KernelKind,
  signal?: AbortSignal,
  cpuClock = readCpuSeconds,
): Promise<Sample> {
  const { n, threads } = SAMPLES[kernel][algorithm];
  const { subproblems } = runSteps(choosePlan(n, { algorithm, threads }));
  let start = Number.NaN; // set when the first subproblem ends, to leave out the time that threads take to start
  let cpuBefore: number | undefined;
  const sample = { cost: 0, elapsed: 0, cpu: 0 };
  const sinceStart = () => performance.now() - start;
  function* repeatBoard(): Generator<Subproblem> {
    for (;;)
      for (const subproblem of subproblems) {
        if (sample.cost > 0 && sinceStart() >= DURATION) return; // within a board, because 17 queens take four seconds
        yield subproblem;
      }
  }
  function add({ cost }: Subproblem, { milliseconds }: PartialCount): void {
    if (Number.isNaN(start)) start = performance.now();
    if (sinceStart() < WARM_UP * DURATION) return;
    const cpuNow = cpuClock();
    if (cpuBefore !== undefined) {
      sample.cost += cost;
      sample.elapsed += milliseconds;
      sample.cpu = 1000 * (cpuNow - cpuBefore);
    }
    cpuBefore ??= cpuNow;
  }
  try {
    await executor.run(repeatBoard(), add, signal);
  } finally {
    await executor.close();
  }
  return sample;
}

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
