import { compileKernel } from '../../workers/compile-kernel.js';
import { type Kernel, makeKernel } from '../../workers/kernels.js';
import { knownCount } from '../board/known-counts.js';
import { choosePlan } from '../plan/choose-plan.js';
import type { Plan } from '../plan/plan.js';
import { count } from './count.js';

/** A way to count a board: `kernel` calls a warm kernel in this thread, `count` is a whole count. */
interface Way {
  readonly way: 'kernel' | 'count';
  readonly threads: number;
}

/** The measurements for one board, with the median time of each way. */
export interface Measurement {
  readonly n: number;
  readonly count: bigint;
  readonly times: readonly (Way & { readonly seconds: number })[];
}

/** Number of measurements for each way. */
const ROUNDS = 3;

/** Chooses the boards of a benchmark up to n = `largest`. The time grows about eightfold from one n to the next. */
export function benchmarkBoards(largest: number): number[] {
  return [largest - 4, largest - 2, largest - 1, largest].filter((n) => n >= 1);
}

/**
 * Measures counts of n queens: by the kernel alone, on one thread, and on `most` threads. The three ways take turns for
 * several rounds, so a disturbance affects all of them.
 *
 * @throws Error if a count differs from the published count or, if n has none, from the kernel's first count.
 */
export async function measureBoard(n: number, most: number, signal: AbortSignal): Promise<Measurement> {
  const plan = choosePlan(n, { threads: 1 });
  const kernel = makeKernel(compileKernel(plan.algorithm, 'fast'));
  countByKernel(kernel, { ...plan, subproblems: plan.subproblems.slice(0, 2) }); // warms up the kernel

  const expected = knownCount(n) ?? countByKernel(kernel, plan);
  const ways: Way[] = ['kernel' as const, 'count' as const].map((way) => ({ way, threads: 1 }));
  if (most > 1) ways.push({ way: 'count', threads: most });
  const seconds = ways.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { way, threads }] of ways.entries()) {
      signal.throwIfAborted();
      const start = performance.now();
      const counted = way === 'kernel' ? countByKernel(kernel, plan) : (await count(n, { threads, signal })).count;
      seconds[i]?.push((performance.now() - start) / 1000);
      if (counted !== expected) throw new Error(`n = ${n}: counted ${counted} instead of ${expected}`);
    }
  }
  return { n, count: expected, times: ways.map((way, i) => ({ ...way, seconds: median(seconds[i] ?? []) })) };
}

function countByKernel(kernel: Kernel, { subproblems }: Plan): bigint {
  let sum = 0n;
  for (const subproblem of subproblems) sum += BigInt(subproblem.weight) * BigInt(kernel(subproblem).count);
  return sum;
}

/** Returns the median. If there are two middle values, returns the upper one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
