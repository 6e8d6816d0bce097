import { constants } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { OperationalError } from '../../core/errors/errors.js';
import { shellCommand } from './terminal.js';

/**
 * Signals that stop a task. Batch systems send SIGUSR1, SIGUSR2 or SIGXCPU shortly before a job's time is up. On
 * Windows, SIGBREAK is Ctrl-Break, and SIGHUP means that the console was closed and that Windows will kill the process
 * a few seconds later.
 */
const STOP_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGUSR1', 'SIGUSR2', 'SIGXCPU', 'SIGBREAK'] as const;
type Signal = (typeof STOP_SIGNALS)[number];

export class Interruption extends OperationalError {
  override readonly name = 'Interruption';
  constructor(readonly signal: Signal) {
    super(signal === 'SIGINT' ? 'interrupted' : 'terminated');
  }
}

/** Returns the exit code that shells report for a process ended by a signal. */
function exitCodeAfter(signal: Signal): number {
  return 128 + constants.signals[signal];
}

/** Milliseconds after a signal during which another is ignored. npx forwards Ctrl-C, so the process gets it twice. */
const REPEAT_WINDOW = 300;

/** Returns the command that started this process, for the user to run again. */
export function sameCommand(): string {
  return shellCommand('queens-par', ...process.argv.slice(2));
}

/** The controller that the first signal aborts. All tasks share it, so running tasks stop and no new ones start. */
const interruption = new AbortController();
let interruptedAt = Number.NEGATIVE_INFINITY;

function abortTasks(signal: Signal): void {
  if (performance.now() - interruptedAt < REPEAT_WINDOW) return;
  if (interruption.signal.aborted && signal === 'SIGXCPU') return; // Linux sends it again after each second of CPU time
  if (interruption.signal.aborted) process.exit(exitCodeAfter(signal));
  interruptedAt = performance.now();
  interruption.abort(new Interruption(signal));
}

let stopSignals: readonly Signal[] = STOP_SIGNALS;

/**
 * Restores two signal behaviors that shells expect and Node.js changes:
 *
 * - After `nohup`, SIGHUP is ignored. Node.js undoes that, so this function ignores it again if neither output stream
 *   is a terminal, as after `nohup`.
 * - SIGUSR1 ends a program. Node.js opens its debugger port instead, until a handler has been added and removed.
 */
export function prepareSignals(): void {
  function ignore() {}
  process.on('SIGUSR1', ignore).off('SIGUSR1', ignore);
  if (process.platform === 'win32' || process.stderr.isTTY || process.stdout.isTTY) return;
  process.on('SIGHUP', ignore);
  stopSignals = STOP_SIGNALS.filter((signal) => signal !== 'SIGHUP');
}

/**
 * Runs a task with an abort signal. A signal such as SIGINT or SIGTERM aborts the task with an Interruption as the
 * reason, and a second one ends the process at once. Between tasks, signals have their default effect, which is to end
 * the process.
 *
 * @param task must not block the event loop for long, because that delays the signal handlers.
 * @throws Interruption if a signal arrived before the task started, and all errors of the task.
 */
export async function runInterruptible<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  interruption.signal.throwIfAborted();
  for (const signal of stopSignals) process.on(signal, abortTasks);
  try {
    return await task(interruption.signal);
  } finally {
    // A signal that arrived while the task blocked the event loop is delivered within the next two turns of the loop.
    await nextTurn();
    await nextTurn();
    // After a signal, the handlers stay until endBySignal, so the process can print its progress.
    if (!interruption.signal.aborted) for (const signal of stopSignals) process.off(signal, abortTasks);
  }
}

/** Runs a task whose normal end is an interruption. @throws all other errors of the task. */
export async function runUntilInterrupted(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
  try {
    await runInterruptible(task);
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
  }
}

/**
 * Calls a function that may block the event loop until another program acts, such as the writer of a pipe. Meanwhile, a
 * signal ends the process at once, because no handler could run.
 */
export function runBlocking<T>(call: () => T): T {
  const handled = stopSignals.filter((signal) => process.listenerCount(signal, abortTasks) > 0);
  for (const signal of handled) process.off(signal, abortTasks);
  try {
    return call();
  } finally {
    for (const signal of handled) process.on(signal, abortTasks);
  }
}

/**
 * Ends the process with the signal that interrupted it, so the calling shell or script sees the reason. The exit code
 * is set as well, because a signal cannot end a container's first process.
 */
export function endBySignal({ signal }: Interruption): void {
  process.exitCode = exitCodeAfter(signal);
  // On Windows, which has no signals, `kill` would end the process with exit code 1.
  if (process.platform === 'win32') process.exit();
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
