import type { Answer } from '../../workers/kernels.js';
import { OutOfMemoryError } from '../../workers/out-of-memory-error.js';
import { WorkerDeathError } from '../errors/errors.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { Executor } from './executor.js';

/** Failures of one subproblem that end a run. */
const MOST_DEATHS = 3;

/** A way to workers: this thread, others, or web workers. */
export interface Dispatch {
  /** Subproblems under way at a time, from 1. */
  readonly slots: number;
  /**
   * Hands a subproblem to a worker and waits for its answer. Rejects if the worker fails, and is then called again. After a
   * stop its result is ignored.
   *
   * @param slot from 0; each has one subproblem under way at a time.
   * @param signal aborted at a stop.
   */
  readonly ask: (subproblem: Subproblem, slot: number, signal: AbortSignal) => Promise<Answer>;
}

/**
 * Runs subproblems as `Executor.run` says, in slots that take from one queue. A subproblem whose worker fails is counted
 * again; its third failure ends the run.
 *
 * @param stop from `stopWith`. It is aborted at the end of the run in any case.
 * @throws WorkerDeathError; OutOfMemoryError; what `finished` throws; the reason of `stop`.
 */
export async function dispatch(
  { slots, ask }: Dispatch,
  subproblems: Iterable<Subproblem>,
  finished: Parameters<Executor['run']>[1],
  stop: AbortController,
): Promise<void> {
  const queue = subproblems[Symbol.iterator]();

  async function takeInTurn(_: unknown, slot: number): Promise<void> {
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
    await Promise.race([Promise.all(Array.from({ length: slots }, takeInTurn)), stopped]);
  } catch (error) {
    stop.abort(error);
    throw error;
  } finally {
    stop.abort(); // it listens to its signal no more: a worker of a cluster dispatches thousands of jobs with one signal
  }
}

/**
 * Obtains the partial count of a subproblem from a worker, which is asked again if it fails.
 *
 * @throws WorkerDeathError at the third failure; OutOfMemoryError at once, because another try would have no more memory.
 */
async function obtain(subproblem: Subproblem, ask: () => Promise<Answer>, signal: AbortSignal): Promise<PartialCount> {
  for (let deaths = 1; ; deaths++) {
    try {
      const answer = await ask();
      if ('outOfMemory' in answer) throw new OutOfMemoryError(answer.outOfMemory);
      return answer;
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof OutOfMemoryError) throw cause;
      if (deaths < MOST_DEATHS) continue;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new WorkerDeathError(
        `subproblem ${subproblem.id} of n = ${subproblem.n} failed ${MOST_DEATHS} times, last with: ${reason}`,
        { cause },
      );
    }
  }
}

/** Returns a controller that is aborted with `signal`, and can be aborted alone. */
export function stopWith(signal: AbortSignal | undefined): AbortController {
  const stop = new AbortController();
  if (signal?.aborted) stop.abort(signal.reason);
  else signal?.addEventListener('abort', () => stop.abort(signal.reason), { once: true, signal: stop.signal });
  return stop;
}
