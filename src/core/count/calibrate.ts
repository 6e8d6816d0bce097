import type { Executor } from '../executors/executor.js';
import { choosePlan } from '../plan/choose-plan.js';
import { runSteps } from '../plan/steps.js';
import type { Algorithm, KernelKind, Subproblem } from '../plan/subproblem.js';

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

interface CalibrationOptions {
  readonly algorithm: Algorithm;
  readonly kernel?: KernelKind;
  readonly milliseconds: number;
  /** Returns the processor time of this process in seconds. By default, processor time is not measured. */
  readonly cpuClock?: () => number;
}

/** The times of a measurement, in milliseconds, and the total cost of the subproblems counted in it. */
export interface Sample {
  readonly cost: number;
  /** Sum of the subproblems' wall-clock times. */
  readonly elapsed: number;
  readonly cpu: number;
}

/**
 * Measures the speed of threads on a small board while all of them are busy. May take longer than requested if
 * other programs use the processor.
 *
 * @param executor the threads to measure, which are stopped afterwards.
 * @throws the signal's reason after an abort.
 */
export async function calibrate(
  executor: Executor,
  { algorithm, kernel = 'fast', milliseconds, cpuClock = () => 0 }: CalibrationOptions,
  signal?: AbortSignal,
): Promise<Sample> {
  const { n, threads } = SAMPLES[kernel][algorithm];
  const { subproblems } = runSteps(choosePlan(n, { algorithm, threads }));
  let start = Number.NaN; // set when the first subproblem ends, to leave out the time that threads take to start
  let cpuBefore: number | undefined;
  let sample: Sample = { cost: 0, elapsed: 0, cpu: 0 };
  const sinceStart = () => performance.now() - start;
  // Stops within a board, because 17 queens take four seconds by `bitmask`.
  function* repeatBoard(): Generator<Subproblem> {
    for (let i = 0; sample.cost === 0 || sinceStart() < milliseconds; i = (i + 1) % subproblems.length) {
      const subproblem = subproblems[i];
      if (subproblem) yield subproblem;
    }
  }
  try {
    await executor.run(
      repeatBoard(),
      (subproblem, partial) => {
        if (Number.isNaN(start)) start = performance.now();
        if (sinceStart() < WARM_UP * milliseconds) return;
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
