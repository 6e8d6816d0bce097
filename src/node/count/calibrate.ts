import type { Executor } from '../../core/executors/executor.js';
import { choosePlan } from '../../core/plan/choose-plan.js';
import { runSteps } from '../../core/plan/steps.js';
import type { Algorithm, KernelKind, Subproblem } from '../../core/plan/subproblem.js';
import { readCpuSeconds } from '../machine/machine.js';

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
export interface Sample {
  readonly cost: number;
  /** Sum of the subproblems' wall-clock times. */
  readonly elapsed: number;
  readonly cpu: number;
}

/**
 * Measures the speed of threads on a small board while all of them are busy. Takes about a second, or longer if other
 * programs use the processor.
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
  let sample: Sample = { cost: 0, elapsed: 0, cpu: 0 };
  const sinceStart = () => performance.now() - start;
  // Stops within a board, because 17 queens take four seconds by `bitmask`.
  function* repeatBoard(): Generator<Subproblem> {
    for (let i = 0; sample.cost === 0 || sinceStart() < DURATION; i = (i + 1) % subproblems.length) {
      const subproblem = subproblems[i];
      if (subproblem) yield subproblem;
    }
  }
  try {
    await executor.run(
      repeatBoard(),
      (subproblem, partial) => {
        if (Number.isNaN(start)) start = performance.now();
        if (sinceStart() < WARM_UP * DURATION) return;
        if (cpuBefore === undefined) {
          cpuBefore = cpuClock();
          return;
        }
        sample = {
          cost: sample.cost + subproblem.cost,
          elapsed: sample.elapsed + partial.milliseconds,
          cpu: 1000 * (cpuClock() - cpuBefore),
        };
      },
      signal,
    );
  } finally {
    await executor.close();
  }
  return sample;
}
