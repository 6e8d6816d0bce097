import { setImmediate as nextTurn } from 'node:timers/promises';
import { ArrayTaskQueue, Piscina } from 'piscina';
import type { KernelModules } from '../../../workers/kernels.js';
import type { ThreadData, ThreadStart } from '../../../workers/worker.js';
import { OperationalError } from '../../core/errors/errors.js';
import type { Executor, KernelReply, OnStart } from '../../core/executors/executor.js';
import { makeExecutor } from '../../core/executors/job-queue.js';
import type { Subproblem } from '../../core/plan/subproblem.js';
import { plural } from '../../core/text/numbers.js';
import { messageForUser } from '../errors/system.js';
import { builtFile } from '../package/package.js';

/** Number of subproblems in the pool for each thread: one running and one waiting, so no thread is idle. */
const IN_FLIGHT_PER_THREAD = 2;

interface PoolSetup {
  readonly threads: number;
  readonly modules: KernelModules;
  readonly onStart?: OnStart | undefined;
  /** The file that each thread runs. Some tests use a file whose threads die. */
  readonly workerFile?: string;
}

/**
 * Makes an executor with a pool of threads. Piscina replaces threads that die, and their subproblems are recounted. If
 * the system refuses some of the threads, the others count, and the process emits a warning.
 *
 * Tasks get no abort signal, because piscina replaces the thread of an aborted task even while the pool is closing.
 * After an abort, tasks run until `close` ends all threads.
 */
export function makePoolExecutor(setup: PoolSetup): Executor {
  const { threads: wanted, modules, onStart, workerFile } = setup;
  const workerData: ThreadData = { modules, isWatched: onStart !== undefined };
  const queue = new ArrayTaskQueue();
  const pool = new Piscina<Subproblem, KernelReply>({
    filename: workerFile ?? builtFile('workers/worker.cjs'),
    workerData,
    taskQueue: queue,
    // With a higher minimum, piscina would start a thread in a closed pool if a dead thread's exit event is late.
    minThreads: 0,
    maxThreads: wanted,
    idleTimeout: Number.POSITIVE_INFINITY,
  });
  pool.setMaxListeners(0); // each call of `run` adds listeners
  let threads = wanted; // fewer if some do not start
  let ready = 0; // threads that have started, including those that have died since
  let hasWarned = false;
  let lastError: unknown; // the latest error of any thread
  pool.on('error', (error) => {
    if (!closing) continueWithFewer(error); // while it closes, piscina reports late results of its tasks as errors
  });
  pool.on('workerCreate', () => {
    ready++;
    warnOnce();
  });
  let closing: Promise<void> | undefined;

  function continueWithFewer(error: unknown): void {
    lastError = error;
    threads = Math.max(1, pool.threads.length);
    warnOnce();
  }

  /** Warns once, when no more threads are starting, how many have started. */
  function warnOnce(): void {
    if (hasWarned || threads === wanted || ready === 0 || ready < pool.threads.length) return;
    hasWarned = true;
    process.emitWarning(`${ready} of ${plural(wanted, 'thread')} could be started: ${explainRefusal(lastError)}`);
  }

  function makeNoThreadError(): OperationalError {
    return new OperationalError(`no thread can be started: ${explainRefusal(lastError)}`, { cause: lastError });
  }

  /**
   * Gives a task to the pool. Piscina may start threads only here, because elsewhere the error for a refused thread
   * would be unhandled.
   */
  function enqueue(subproblem: Subproblem): Promise<KernelReply> {
    pool.options.maxThreads = threads;
    try {
      return pool.run(subproblem);
    } catch (error) {
      queue.tasks.pop(); // the task, whose promise was never returned
      continueWithFewer(error);
      if (pool.threads.length === 0) throw makeNoThreadError();
      return enqueue(subproblem);
    } finally {
      pool.options.maxThreads = pool.threads.length;
    }
  }

  let latestTurn: Promise<void> = Promise.resolve();
  let waiting = 0; // tasks that wait for a turn

  /**
   * Gives each task a turn of the event loop to itself. Starting a thread blocks the loop, so Ctrl-C would otherwise
   * have to wait until hundreds of threads have started.
   */
  function waitForTurn(): Promise<void> {
    latestTurn = latestTurn.then(() => nextTurn());
    return latestTurn;
  }

  async function request(subproblem: Subproblem, _: number, signal: AbortSignal): Promise<KernelReply> {
    if (pool.threads.length < threads) {
      waiting++;
      await waitForTurn();
      waiting--;
    }
    signal.throwIfAborted();
    if (closing) throw new Error('the thread pool is closed');
    try {
      return await enqueue(subproblem);
    } catch (error) {
      lastError = error;
      throw error;
    }
  }

  return makeExecutor({
    get threads() {
      return threads;
    },
    slots: wanted * IN_FLIGHT_PER_THREAD,
    request,
    watch(stop) {
      /** Ends the run if no thread is left, because piscina does not replace threads that die while starting. */
      function stopIfNoThreadIsLeft(): void {
        // One turn later, piscina has removed the dead thread and started any replacement. A waiting task also starts
        // one.
        setImmediate(() => {
          if (pool.threads.length === 0 && waiting === 0) stop.abort(makeNoThreadError());
        });
      }

      function reportStart({ started, thread }: ThreadStart): void {
        try {
          onStart?.(started, thread);
        } catch (error) {
          stop.abort(error); // an error thrown here would be unhandled
        }
      }

      pool.on('workerDestroy', stopIfNoThreadIsLeft);
      pool.on('message', reportStart);
      return () => {
        pool.off('workerDestroy', stopIfNoThreadIsLeft);
        pool.off('message', reportStart);
      };
    },
    close() {
      closing ??= pool.destroy();
      return closing;
    },
  });
}

/** The limits behind errors, by the error's code or the last word of its message. */
const LIMITS = new Map([
  ['EAGAIN', 'the limit of processes or memory is reached (ulimit -u, pids.max)'],
  ['EMFILE', 'too many open files (ulimit -n)'],
  ['ENOMEM', 'the system has no memory left'],
  ['ERR_ACCESS_DENIED', 'Node.js has no permission for threads (--allow-worker)'],
]);

/** Explains in one line why the system refused a thread. */
function explainRefusal(error: unknown): string {
  const message = messageForUser(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return LIMITS.get(code) ?? LIMITS.get(/\w+$/.exec(message)?.[0] ?? '') ?? message;
}
