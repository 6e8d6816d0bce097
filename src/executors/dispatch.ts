import type { Answer } from '../../workers/kernels.js';
import { OutOfMemoryError } from '../../workers/out-of-memory-error.js';
import { WorkerDeathError } from '../errors/errors.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { Executor } from './executor.js';

/** Number of failures of one subproblem after which the run ends. */
const MOST_DEATHS = 3;

/** A group of workers: this thread, worker threads, or web workers. */
export interface Dispatch {
  /** Number of subproblems counted at a time, from 1. */
  readonly slots: number;
  /**
   * Gives a subproblem to a worker and returns the answer. After a rejection, it is called again. After a stop, its result
   * is ignored.
   *
   * @param slot number of the slot, from 0. Each slot has one subproblem at a time.
   * @param signal aborted if the count stops.
   */
  readonly ask: (subproblem: Subproblem, slot: number, signal: AbortSignal) => Promise<Answer>;
}

/**
 * Implements `Executor.run`. All slots take subproblems from one queue. If a worker fails, its subproblem is counted again.
 * The third failure of a subproblem ends the run.
 *
 * @param stop controller from `stopWith`. It is always aborted at the end of the run.
 * @throws WorkerDeathError; OutOfMemoryError; errors of `finished`; the reason of `stop`.
 */
export async function dispatch(
  { slots, ask }: Dispatch,
  subproblems: Iterable<Subproblem>,
  finished: Parameters<Executor['run']>[1],
  stop: AbortController,
): Promise<void> {
  const queue = subproblems[Symbol.iterator]();

  async function countFromQueue(_: unknown, slot: number): Promise<void> {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const partial = await obtain(next.value, () => ask(next.value, slot, stop.signal), stop.signal);
      stop.signal.throwIfAborted();
      await finished(next.value, partial);
    }
  }
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason));
  });
  try {
    stop.signal.throwIfAborted();
    await Promise.race([Promise.all(Array.from({ length: slots }, countFromQueue)), stopped]);
  } catch (error) {
    stop.abort(error);
    throw error;
  } finally {
    stop.abort(); // removes the listener of `stopWith`, because a cluster's worker has one signal for thousands of jobs
  }
}

/**
 * Gets the partial count of a subproblem from a worker. Tries again if the worker fails.
 *
 * @throws WorkerDeathError after the third failure, or if no worker is left; OutOfMemoryError after the first failure. In both
 *   cases, trying again would not help.
 */
async function obtain(subproblem: Subproblem, ask: () => Promise<Answer>, signal: AbortSignal): Promise<PartialCount> {
  for (let deaths = 1; ; deaths++) {
    try {
      const answer = await ask();
      if ('outOfMemory' in answer) throw new OutOfMemoryError(answer.outOfMemory);
      return answer;
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof OutOfMemoryError || cause instanceof WorkerDeathError) throw cause;
      if (deaths < MOST_DEATHS) continue;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new WorkerDeathError(
        `subproblem ${subproblem.id} of n = ${subproblem.n} failed ${MOST_DEATHS} times. Last error: ${reason}`,
        { cause },
      );
    }
  }
}

/** Makes a controller that is aborted together with `signal`, and can also be aborted alone. */
export function stopWith(signal: AbortSignal | undefined): AbortController {
  const stop = new AbortController();
  if (signal?.aborted) stop.abort(signal.reason);
  else signal?.addEventListener('abort', () => stop.abort(signal.reason), { once: true, signal: stop.signal });
  return stop;
}
