import { knownCount } from '../../core/board/known-counts.js';
import { OperationalError } from '../../core/errors/errors.js';
import type { Executor } from '../../core/executors/executor.js';
import { choosePlan } from '../../core/plan/choose-plan.js';
import { runSteps } from '../../core/plan/steps.js';
import { messageForUser } from '../../node/errors/system.js';
import type { Fit } from '../../node/machine/fit.js';
import { compileKernel, kernelVersion } from '../../node/threads/compile-kernel.js';
import { createPoolExecutor } from '../../node/threads/pool.js';

/** Board size for the self-test. Its two plans have a few subproblems, each of which takes less than a millisecond. */
const SAMPLE_N = 8;

/**
 * Starts a worker's threads and counts a small board with both kernels in each of them. A machine that cannot count
 * must find out before it takes a job; otherwise it would fail each job at once and be the first to take the next one.
 *
 * @returns the threads and the version of their kernels.
 * @throws OperationalError with the reason if this machine cannot count.
 */
export async function startCheckedPool(
  { threads, memory, kernel }: Pick<Fit, 'threads' | 'memory' | 'kernel'>,
  signal: AbortSignal,
): Promise<{ readonly pool: Executor; readonly version: string }> {
  let pool: Executor | undefined;
  try {
    const version = kernelVersion();
    const modules = { ...compileKernel('bitmask', kernel, memory), ...compileKernel('meet', kernel, memory) };
    pool = createPoolExecutor({ threads, modules, onStart() {} }); // so jobs can be abandoned
    for (const options of [{ depth: 1 }, { algorithm: 'meet' } as const]) {
      const { subproblems } = runSteps(choosePlan(SAMPLE_N, options));
      const inEachThread = Array.from({ length: threads }, () => subproblems).flat();
      let count = 0;
      await pool.run(
        inEachThread,
        ({ weight }, partial) => {
          count += weight * partial.count;
        },
        signal,
      );
      const known = threads * Number(knownCount(SAMPLE_N));
      if (count !== known) throw new OperationalError(`its self-test found ${count} solutions instead of ${known}`);
    }
    return { pool, version };
  } catch (cause) {
    await pool?.close();
    signal.throwIfAborted(); // an interruption proves nothing about the machine
    if (!(cause instanceof OperationalError)) throw cause;
    throw new OperationalError(`this machine cannot count: ${messageForUser(cause)}`, { cause });
  }
}
