import type { Answer } from '../../workers/kernels.js';
import { OutOfMemoryError } from '../../workers/out-of-memory-error.js';
import { WorkerDeathError } from '../errors/errors.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { Executor } from './executor.js';

/** How often the same subproblem may kill its worker before the count ends. */
const MOST_DEATHS = 3;

/** How subproblems reach workers: threads or web workers. */
export interface Dispatch {
  /** Subproblems that are under way at a time, from 1. */
  readonly lanes: number;
  /**
   * Hands a subproblem to a worker and waits for its answer. Rejects if the worker fails; it is called again then.
   *
   * @param lane from 0: one subproblem at a time is under way in each.
   */
  readonly ask: (subproblem: Subproblem, lane: number) => Promise<Answer>;
}

/**
 * Runs subproblems as `Executor.run` says, in several lanes that take from one queue. It is the same for worker threads
 * and for web workers: a subproblem whose worker fails is counted again, and its third failure ends the count.
 *
 * @param stop from `stopWith`; aborted in the end, whatever ended it: `ask` must give up then.
 * @throws WorkerDeathError; OutOfMemoryError; what `finished` throws; the reason of `stop`.
 */
export async function dispatch(
  { lanes, ask }: Dispatch,
  subproblems: Iterable<Subproblem>,
  finished: Parameters<Executor['run']>[1],
  stop: AbortController,
): Promise<void> {
  const queue = subproblems[Symbol.iterator]();

  async function takeInTurn(_: unknown, lane: number): Promise<void> {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      stop.signal.throwIfAborted();
      const partial = await obtain(next.value, () => ask(next.value, lane), stop.signal);
      await finished(next.value, partial);
    }
  }
  try {
    await Promise.all(Array.from({ length: lanes }, takeInTurn));
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
 * @throws WorkerDeathError at the third failure; OutOfMemoryError at once: another try would have no more of it.
 */
export async function obtain(
  subproblem: Subproblem,
  ask: () => Answer | Promise<Answer>,
  signal?: AbortSignal,
): Promise<PartialCount> {
  for (let deaths = 1; ; deaths++) {
    try {
      const answer = await ask();
      if ('outOfMemory' in answer) throw new OutOfMemoryError(answer.outOfMemory);
      return answer;
    } catch (cause) {
      signal?.throwIfAborted();
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

/** A controller that is aborted with `signal`, and can be aborted by itself. */
export function stopWith(signal: AbortSignal | undefined): AbortController {
  const stop = new AbortController();
  if (signal?.aborted) stop.abort(signal.reason);
  else signal?.addEventListener('abort', () => stop.abort(signal.reason), { once: true, signal: stop.signal });
  return stop;
}
