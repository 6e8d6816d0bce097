import { messageOf, OperationalError, OutOfMemoryError } from '../errors/errors.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { Executor, KernelReply } from './executor.js';

/** Number of failures of one subproblem after which the run ends. */
const MAX_FAILURES = 3;

/** A group of threads that count: the calling thread, a pool's threads, or the page's web workers. */
interface ThreadGroup extends Pick<Executor, 'threads' | 'close'> {
  /** Number of subproblems that the threads hold at once, running or waiting, at least 1. */
  readonly slots: number;
  /**
   * Gives a subproblem to a thread and returns the thread's reply. If the promise rejects, `request` is called again
   * with the same subproblem. After an abort, the result is ignored.
   *
   * @param slot number of the slot, from 0. Each slot holds one subproblem at a time.
   * @param signal aborted when the count stops.
   */
  request(subproblem: Subproblem, slot: number, signal: AbortSignal): Promise<KernelReply>;
  /** Called at the start of a run, which it may stop. @returns a function to call at the end of the run. */
  watch?(stop: AbortController): () => void;
}

/**
 * Creates an executor from a group of threads. All slots take subproblems from one queue. If a thread fails, its
 * subproblem is recounted; the third failure ends the run. Running out of memory ends it at once, because a retry would
 * not help.
 */
export function createExecutor(group: ThreadGroup): Executor {
  const run: Executor['run'] = async (subproblems, finished, signal) => {
    const stop = stopWith(signal);
    const queue = subproblems[Symbol.iterator]();

    async function countInSlot(_: unknown, slot: number): Promise<void> {
      let failures = 0; // of the slot's current subproblem
      for (let next = queue.next(); !next.done; ) {
        const subproblem = next.value;
        const reply = await group.request(subproblem, slot, stop.signal).catch((cause: unknown) => {
          stop.signal.throwIfAborted();
          if (cause instanceof OperationalError) throw cause; // no thread is left
          if (++failures === MAX_FAILURES) throw createFailureError(subproblem, cause);
        });
        stop.signal.throwIfAborted();
        if (!reply) continue;
        if ('outOfMemory' in reply) throw new OutOfMemoryError(reply.outOfMemory, reply.needed);
        await finished(subproblem, reply);
        failures = 0;
        next = queue.next();
      }
    }
    const stopped = new Promise<never>((_, reject) => {
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason));
    });
    const unwatch = group.watch?.(stop);
    try {
      stop.signal.throwIfAborted();
      await Promise.race([Promise.all(Array.from({ length: group.slots }, countInSlot)), stopped]);
    } catch (error) {
      stop.abort(error);
      throw error;
    } finally {
      unwatch?.();
      stop.abort(); // removes the listener of `stopWith`, because a worker uses one signal for thousands of jobs
    }
  };
  return {
    get threads() {
      return group.threads;
    },
    run,
    close: () => group.close(),
  };
}

function createFailureError({ id, n }: Subproblem, cause: unknown): OperationalError {
  const reason = messageOf(cause);
  const message = `subproblem ${id} of n = ${n} failed ${MAX_FAILURES} times. Last error: ${reason}`;
  return new OperationalError(message, { cause });
}

/** Creates a controller that is aborted when `signal` is aborted, and can also be aborted on its own. */
export function stopWith(signal: AbortSignal | undefined): AbortController {
  const stop = new AbortController();
  if (signal?.aborted) stop.abort(signal.reason);
  else signal?.addEventListener('abort', () => stop.abort(signal.reason), { once: true, signal: stop.signal });
  return stop;
}
