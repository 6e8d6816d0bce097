import { planMeet } from '../../core/plan/meet-plan.js';
import type { Subproblem } from '../../core/plan/subproblem.js';
import { fetchKernel } from '../fetch-kernel.js';
import { makeWebWorkerExecutor } from './web-worker-executor.js';

/** Milliseconds of a measurement, and of the warm-up at its start, in which the browser optimizes the kernel. */
const MEASUREMENT_MS = 600;
const WARM_UP_MS = 200;

/** The plan that is measured. Its subproblems take about 4 ms each. */
const SAMPLE = { n: 17, threads: 16 };

/**
 * Measures the speed of this browser's threads on a small board, while all of them are busy.
 *
 * @returns a thread's time divided by that of a thread on the reference machine. The promise rejects if the browser
 *   cannot count, and a count then says why.
 */
export async function measureSlowdown(threads: number, signal: AbortSignal): Promise<number> {
  const sample = planMeet(SAMPLE.n, SAMPLE).subproblems;
  const executor = makeWebWorkerExecutor(threads, await fetchKernel('meet'), () => {});
  let start = Number.NaN; // the end of the first subproblem, because workers take time to start
  let [cost, elapsed] = [0, 0];
  function* repeatSample(): Generator<Subproblem> {
    while (cost === 0 || performance.now() - start < MEASUREMENT_MS) yield* sample;
  }
  try {
    await executor.run(
      repeatSample(),
      (subproblem, { milliseconds }) => {
        if (Number.isNaN(start)) start = performance.now();
        if (performance.now() - start < WARM_UP_MS) return;
        cost += subproblem.cost;
        elapsed += milliseconds;
      },
      signal,
    );
  } finally {
    await executor.close();
  }
  return elapsed / cost;
}
