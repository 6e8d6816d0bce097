import { calibrate } from '../../core/count/calibrate.js';
import { fetchKernel } from '../fetch-kernel.js';
import { makeWebWorkerExecutor } from './web-worker-executor.js';

/** Milliseconds of a measurement. */
const DURATION = 600;

/**
 * Measures the speed of this browser's threads.
 *
 * @returns a thread's time divided by that of a thread on the reference machine. The promise rejects if the browser
 *   cannot count, and a count then says why.
 */
export async function measureSlowdown(threads: number, signal: AbortSignal): Promise<number> {
  const executor = makeWebWorkerExecutor(threads, await fetchKernel('meet'), () => {});
  const { cost, elapsed } = await calibrate(executor, { algorithm: 'meet', milliseconds: DURATION }, signal);
  return elapsed / cost;
}
