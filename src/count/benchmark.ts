import { compileKernel } from '../../workers/compile-kernel.js';
import { type Kernel, makeKernel } from '../../workers/kernels.js';
import { knownCount } from '../board/known-counts.js';
import { choosePlan } from '../plan/choose-plan.js';
import type { Plan } from '../plan/plan.js';
import { count } from './count.js';

/** A way to count a board: by a warm kernel in this thread, without the rest of a count; or on this number of threads. */
export type MeasuredWay = 'kernel' | number;

/** The measurements of a board. */
export interface Measurement {
  readonly n: number;
  readonly count: bigint;
  /** Median seconds of each way of counting, in the order of the request. */
  readonly seconds: readonly number[];
}

/** Number of measurements for each way. */
const ROUNDS = 3;

/** Chooses the boards of a benchmark up to n: each takes about eight times as long as the one before. */
export function benchmarkBoards(largest: number): number[] {
  return [largest - 4, largest - 2, largest - 1, largest].filter((n) => n >= 1);
}

/**
 * Counts n queens in several ways, in turn and several times, so that a disturbance affects all of them.
 *
 * @throws Error if a count differs from the published one or from that of another way.
 */
export async function measureBoard(n: number, ways: readonly MeasuredWay[], signal: AbortSignal): Promise<Measurement> {
  const plan = choosePlan(n, { threads: 1 });
  const kernel = makeKernel(compileKernel(plan.algorithm, 'fast'));
  countByKernel(kernel, { ...plan, subproblems: plan.subproblems.slice(0, 2) }); // warms up

  const expected = knownCount(n) ?? countByKernel(kernel, plan);
  const times = ways.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, way] of ways.entries()) {
      signal.throwIfAborted();
      const start = performance.now();
      const counted = way === 'kernel' ? countByKernel(kernel, plan) : (await count(n, { threads: way, signal })).count;
      times[i]?.push((performance.now() - start) / 1000);
      if (counted !== expected) throw new Error(`n = ${n}: counted ${counted}, not ${expected}: no time is shown`);
    }
  }
  return { n, count: expected, seconds: times.map(median) };
}

function countByKernel(kernel: Kernel, { subproblems }: Plan): bigint {
  let sum = 0n;
  for (const subproblem of subproblems) sum += BigInt(subproblem.weight) * BigInt(kernel(subproblem).count);
  return sum;
}

/** Returns the median, or the upper of two middle values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
