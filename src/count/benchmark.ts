import { compileKernel } from '../../workers/compile-kernel.js';
import { knownCount } from '../board/known-counts.js';
import type { Executor } from '../executors/executor.js';
import { poolExecutor } from '../executors/pool.js';
import { choosePlan } from '../plan/choose-plan.js';
import type { Plan } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';
import { count } from './count.js';

/** A way to count a board: `kernel` is the time of a warm kernel alone, `count` is a whole count. */
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
 * @throws Error if a count differs from the published count or, if n has none, from the kernel's first count; the signal's
 *   reason after a stop.
 */
export async function measureBoard(n: number, most: number, signal: AbortSignal): Promise<Measurement> {
  const plan = choosePlan(n, { threads: 1 });
  // A thread of its own, because in this one, the kernel would block the event loop, so no signal could stop it.
  const thread = poolExecutor({ threads: 1, modules: compileKernel(plan.algorithm, 'fast') });
  try {
    await countByKernel(thread, plan.subproblems.slice(0, 2), signal); // warms up the kernel
    const expected = knownCount(n) ?? (await countByKernel(thread, plan.subproblems, signal)).count;
    const counts = {
      kernel: () => countByKernel(thread, plan.subproblems, signal),
      count: (threads: number) => countWhole(n, threads, signal),
    };
    const ways: Way[] = ['kernel' as const, 'count' as const].map((way) => ({ way, threads: 1 }));
    if (most > 1) ways.push({ way: 'count', threads: most });
    const seconds = ways.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, { way, threads }] of ways.entries()) {
        const counted = await counts[way](threads);
        seconds[i]?.push(counted.seconds);
        if (counted.count !== expected) throw new Error(`n = ${n}: counted ${counted.count} instead of ${expected}`);
      }
    }
    return { n, count: expected, times: ways.map((way, i) => ({ ...way, seconds: median(seconds[i] ?? []) })) };
  } finally {
    await thread.close();
  }
}

/** A count and its time. */
type Counted = Pick<Measurement, 'count'> & { readonly seconds: number };

/** Counts subproblems in a thread, and adds up the times of its kernel. */
async function countByKernel(
  thread: Executor,
  subproblems: Plan['subproblems'],
  signal: AbortSignal,
): Promise<Counted> {
  let count = 0n;
  let milliseconds = 0;
  function add({ weight }: Subproblem, partial: { count: number; milliseconds: number }): void {
    count += BigInt(weight) * BigInt(partial.count);
    milliseconds += partial.milliseconds;
  }
  await thread.run(subproblems, add, signal);
  return { count, seconds: milliseconds / 1000 };
}

/** Counts n queens, with the start and the end of the threads. */
async function countWhole(n: number, threads: number, signal: AbortSignal): Promise<Counted> {
  const start = performance.now();
  const { count: counted } = await count(n, { threads, signal });
  return { count: counted, seconds: (performance.now() - start) / 1000 };
}

/** Returns the median. If there are two middle values, returns the upper one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
