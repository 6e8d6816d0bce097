import type { Answer } from '../../workers/kernels.js';
import { OutOfMemoryError } from '../../workers/out-of-memory-error.js';
import { WorkerDeathError } from '../errors/errors.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { Executor } from './executor.js';

/** Failures of one subproblem that end a run. */
const MOST_DEATHS = 3;

/** A group of workers: this thread, worker threads, or web workers. */
export interface Dispatch {
  /** Number of subproblems counted at a time, from 1. */
  readonly slots: number;
  /**
   * Gives a subproblem to a worker and waits for the answer. If it rejects, it is called again. After a stop its result is
   * ignored.
   *
   * @param slot number from 0; each slot has one subproblem at a time.
   * @param signal aborted if the count stops.
   */
  readonly ask: (subproblem: Subproblem, slot: number, signal: AbortSignal) => Promise<Answer>;
}

/**
 * Implements `Executor.run`: all slots take subproblems from one queue. If a worker fails, its subproblem is counted again.
 * The third failure of a subproblem ends the run.
 *
 * @param stop from `stopWith`. It is always aborted at the end of the run.
 * @throws WorkerDeathError; OutOfMemoryError; errors of `finished`; the reason of `stop`.
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
    stop.abort(); // removes its listener: a worker of a cluster dispatches thousands of jobs with one signal
  }
}

/**
 * Obtains the partial count of a subproblem from a worker. If the worker fails, it tries again.
 *
 * @throws WorkerDeathError at the third failure; OutOfMemoryError at once, because trying again would not help.
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

/** Makes a controller that is aborted with `signal`, and can be aborted separately. */
export function stopWith(signal: AbortSignal | undefined): AbortController {
  const stop = new AbortController();
  if (signal?.aborted) stop.abort(signal.reason);
  else signal?.addEventListener('abort', () => stop.abort(signal.reason), { once: true, signal: stop.signal });
  return stop;
}
