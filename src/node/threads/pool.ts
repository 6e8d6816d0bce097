import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ArrayTaskQueue, Piscina } from 'piscina';
import type { KernelModules } from '../../../workers/kernels.js';
import type { ThreadData, ThreadStart } from '../../../workers/worker.js';
import { OperationalError } from '../../core/errors/errors.js';
import { Abandoned, type Executor, type KernelReply, type OnStart } from '../../core/executors/executor.js';
import { createExecutor } from '../../core/executors/slots.js';
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
 * Creates an executor with a pool of threads. Piscina replaces threads that die, and their subproblems are recounted.
 * If the system refuses some of the threads, the others count, and the process emits a warning.
 */
export function createPoolExecutor(setup: PoolSetup): Executor {
  return createExecutor(new ThreadPool(setup));
}

class ThreadPool {
  readonly slots: number;
  /** The number of threads wanted, or fewer if some do not start. */
  threads: number;
  readonly #wanted: number;
  readonly #onStart: OnStart | undefined;
  readonly #queue = new ArrayTaskQueue();
  readonly #pool: Piscina<Subproblem, KernelReply>;
  readonly #runs = new Set<AbortController>();
  /** The latest subproblem that each thread has started, by the thread's id; empty without `onStart`. */
  readonly #started = new Map<number, string>();
  /** Subproblems that must not be counted any further, until their threads have ended. */
  readonly #abandoned = new Set<string>();
  /** Settles when the threads of abandoned subproblems have ended. */
  #ending: Promise<void> | undefined;
  /** Number of threads that have started, including those that have died since. */
  #ready = 0;
  #hasWarned = false;
  #lastError: unknown;
  #latestTurn: Promise<void> = Promise.resolve();
  /** Number of tasks that wait for a turn. */
  #waiting = 0;
  #closing: Promise<void> | undefined;

  constructor({ threads, modules, onStart, workerFile }: PoolSetup) {
    this.slots = threads * IN_FLIGHT_PER_THREAD;
    this.threads = threads;
    this.#wanted = threads;
    this.#onStart = onStart;
    const workerData: ThreadData = { modules, isWatched: onStart !== undefined };
    this.#pool = new Piscina<Subproblem, KernelReply>({
      filename: workerFile ?? builtFile('workers/worker.cjs'),
      workerData,
      taskQueue: this.#queue,
      // With a higher minimum, piscina would start a thread in a closed pool if a dead thread's exit event is late.
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: Number.POSITIVE_INFINITY,
    });
    this.#pool.setMaxListeners(0); // each call to `watch` adds listeners
    this.#pool.on('message', (start: ThreadStart) => this.#reportStart(start));
    this.#pool.on('workerCreate', () => {
      this.#ready++;
      this.#warnOnce();
    });
    this.#pool.on('error', (error) => {
      // While it closes, piscina reports late results of its tasks as errors.
      if (!this.#closing) this.#continueWithFewer(error);
    });
  }

  /**
   * Counts a subproblem. The task gets no abort signal, because piscina replaces the thread of an aborted task even
   * while the pool is closing. After an abort, tasks run until `close` ends all threads, but if the run is abandoned,
   * the subproblem's thread ends at once.
   */
  async request(subproblem: Subproblem, _: number, signal: AbortSignal): Promise<KernelReply> {
    if (this.#ending || this.#pool.threads.length < this.threads) await this.#waitForTurn();
    signal.throwIfAborted();
    if (this.#closing) throw new Error('the thread pool is closed');
    const abandon = () => {
      if (!(signal.reason instanceof Abandoned)) return;
      this.#abandoned.add(subproblem.id);
      this.#endAbandoned();
    };
    setMaxListeners(0, signal); // each running subproblem adds a listener
    signal.addEventListener('abort', abandon);
    try {
      return await this.#enqueue(subproblem);
    } catch (error) {
      this.#lastError = error;
      throw error;
    } finally {
      signal.removeEventListener('abort', abandon);
      this.#abandoned.delete(subproblem.id);
    }
  }

  /**
   * Ends the threads that are counting abandoned subproblems. Piscina treats them as threads that have died, and starts
   * others for the next tasks, but not for tasks that are already waiting.
   */
  #endAbandoned(): void {
    const ended = this.#pool.threads.filter(({ threadId }) => this.#abandoned.has(this.#started.get(threadId) ?? ''));
    const exits = ended.map((thread) => thread.terminate());
    this.#ending = Promise.all([this.#ending, ...exits]).then(() => {});
  }

  #reportStart({ started, thread }: ThreadStart): void {
    this.#started.set(thread, started);
    if (this.#abandoned.size > 0) this.#endAbandoned(); // the news of its start may arrive late
    try {
      this.#onStart?.(started, thread);
    } catch (error) {
      for (const stop of this.#runs) stop.abort(error); // an error thrown here would be unhandled
    }
  }

  /** Ends the run if no thread is left, or if `onStart` throws. @returns a function that stops watching. */
  watch(stop: AbortController): () => void {
    const stopIfNoThreadIsLeft = () => {
      // Piscina replaces a thread unless it dies while starting. By the next turn of the event loop, the dead thread is
      // gone and any replacement has been started. If a task is waiting, it will start a thread itself.
      setImmediate(() => {
        if (this.#pool.threads.length === 0 && this.#waiting === 0) stop.abort(this.#createNoThreadError());
      });
    };
    this.#pool.on('workerDestroy', stopIfNoThreadIsLeft);
    this.#runs.add(stop);
    return () => {
      this.#pool.off('workerDestroy', stopIfNoThreadIsLeft);
      this.#runs.delete(stop);
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#pool.destroy();
    return this.#closing;
  }

  /**
   * Gives each task a turn of the event loop to itself. Starting a thread blocks the loop, so Ctrl-C would otherwise
   * have to wait until hundreds of threads have started.
   */
  async #waitForTurn(): Promise<void> {
    this.#waiting++;
    this.#latestTurn = this.#latestTurn.then(() => nextTurn());
    await this.#latestTurn;
    await this.#ending;
    this.#waiting--;
  }

  /**
   * Gives a task to the pool. Piscina may start threads only here, because elsewhere the error for a refused thread
   * would be unhandled.
   */
  #enqueue(subproblem: Subproblem): Promise<KernelReply> {
    this.#pool.options.maxThreads = this.threads;
    try {
      return this.#pool.run(subproblem);
    } catch (error) {
      this.#queue.tasks.pop(); // the task, whose promise was never returned
      this.#continueWithFewer(error);
      if (this.#pool.threads.length === 0) throw this.#createNoThreadError();
      return this.#enqueue(subproblem);
    } finally {
      this.#pool.options.maxThreads = this.#pool.threads.length;
    }
  }

  #continueWithFewer(error: unknown): void {
    this.#lastError = error;
    this.threads = Math.max(1, this.#pool.threads.length);
    this.#warnOnce();
  }

  /** Warns once if some threads could not be started, as soon as no more are starting. */
  #warnOnce(): void {
    if (this.#hasWarned || this.threads === this.#wanted) return;
    if (this.#ready === 0 || this.#ready < this.#pool.threads.length) return;
    this.#hasWarned = true;
    const started = `only ${this.#ready} of ${plural(this.#wanted, 'thread')} could be started`;
    process.emitWarning(`${started}: ${explainRefusal(this.#lastError)}`);
  }

  #createNoThreadError(): OperationalError {
    const cause = this.#lastError;
    return new OperationalError(`could not start any thread: ${explainRefusal(cause)}`, { cause });
  }
}

/** The causes of refusals, by the error's code or the last word of its message. */
const LIMITS = new Map([
  ['EAGAIN', 'the limit on processes or memory has been reached (ulimit -u, pids.max)'],
  ['EMFILE', 'too many open files (ulimit -n)'],
  ['ENOMEM', 'the system has no memory left'],
  ['ERR_ACCESS_DENIED', 'Node.js is not allowed to start threads (--allow-worker)'],
]);

/** Explains in one line why the system refused a thread. */
function explainRefusal(error: unknown): string {
  const message = messageForUser(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return LIMITS.get(code) ?? LIMITS.get(/\w+$/.exec(message)?.[0] ?? '') ?? message;
}
