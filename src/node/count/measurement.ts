import { choosePlan } from '../../core/plan/choose-plan.js';
import type { Algorithm, KernelKind, Subproblem } from '../../core/plan/subproblem.js';
import { coreShare } from '../machine/machine.js';
import { startThreads } from '../threads/start-threads.js';

/** Milliseconds of a measurement, and of the warm-up at its start, during which the engine optimizes the kernel. */
const CALIBRATION_MS = 1000;
const WARM_UP_MS = 250;

/**
 * The plans to measure: board sizes and numbers of threads. Their subproblems take 4 ms or more. With shorter ones, a
 * thread would lose the processor between subproblems rather than during them, so their times would not show that other
 * programs use the processor.
 */
const SAMPLES = {
  fast: { bitmask: { n: 15, threads: 1 }, meet: { n: 17, threads: 16 } },
  reference: { bitmask: { n: 15, threads: 1 }, meet: { n: 14, threads: 1 } },
} as const satisfies Record<KernelKind, Record<Algorithm, object>>;

/** The speed of this machine's threads, while other programs may be using part of the processor. */
export interface Measurement {
  /** The time of a thread, divided by that of a thread on the reference machine. */
  readonly slowdown: number;
  /**
   * Fraction of the processor used by other programs, below 1; 0 if it is negligible. On an idle machine, times would
   * be shorter by this fraction or more, because other programs also compete for the caches and for the other half of a
   * core: with four busy programs on two cores, times corrected by the fraction were up to a third too long
   * (2026-11-26).
   */
  readonly busy: number;
}

/** The times of a measurement, in milliseconds, and the work done in them. */
interface Sample {
  /** Sum of the costs of the subproblems. */
  readonly cost: number;
  /** Sum of the subproblems' times by the clock. */
  readonly elapsed: number;
  /** Processor time of this process. */
  readonly cpu: number;
}

/** Smallest fraction of the processor that is worth mentioning. On an idle machine, 0.02 was measured. */
const NOTICEABLE = 0.1;

/**
 * Computes the speed of the threads from a sample. If they got less processor time than they could have used, other
 * programs took the rest.
 *
 * @param share fraction of a core that each thread may use, from `coreShare`.
 */
export function makeMeasurement({ cost, elapsed, cpu }: Sample, share: number): Measurement {
  const busy = 1 - cpu / share / elapsed;
  return { slowdown: elapsed / cost, busy: busy > NOTICEABLE ? busy : 0 };
}

/**
 * Measures the speed of this machine's threads on a small board while all of them are busy. Takes about a second, or
 * more if other programs use the processor.
 *
 * @throws the signal's reason after an abort.
 */
export async function calibrate(
  algorithm: Algorithm,
  { threads, kernel }: { readonly threads: number; readonly kernel: KernelKind },
  signal?: AbortSignal,
): Promise<Measurement> {
  const { n, threads: plannedThreads } = SAMPLES[kernel][algorithm];
  const sample = choosePlan(n, { algorithm, threads: plannedThreads }).subproblems;
  const executor = await startThreads({ threads: threads > 1 ? threads : 0 }, algorithm, kernel);
  let start = Number.NaN; // when the first subproblem ends, because threads take time to start
  let cpuBefore: NodeJS.CpuUsage | undefined;
  let measured: Sample = { cost: 0, elapsed: 0, cpu: 0 };
  const sinceStart = () => performance.now() - start;
  function* repeatSample(): Generator<Subproblem> {
    while (measured.cost === 0 || sinceStart() < CALIBRATION_MS) yield* sample;
  }
  try {
    await executor.run(
      repeatSample(),
      (subproblem, partial) => {
        if (Number.isNaN(start)) start = performance.now();
        if (sinceStart() < WARM_UP_MS) return;
        if (!cpuBefore) {
          cpuBefore = process.cpuUsage();
          return;
        }
        const { user, system } = process.cpuUsage(cpuBefore);
        measured = {
          cost: measured.cost + subproblem.cost,
          elapsed: measured.elapsed + partial.milliseconds,
          cpu: (user + system) / 1000,
        };
      },
      signal,
    );
  } finally {
    await executor.close();
  }
  return makeMeasurement(measured, coreShare(threads));
}
