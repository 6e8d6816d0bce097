import { shellCommand } from '../text/quoted.js';

/** The error that is thrown if a signal stops a task. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  constructor(readonly signal: 'SIGINT' | 'SIGTERM') {
    super(signal === 'SIGINT' ? 'interrupted' : 'terminated');
  }
}

/** Exit codes after a signal, as shells report them: 128 + the signal's number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** Milliseconds after a signal in which a second one is ignored. npx forwards Ctrl-C, so the process gets it twice. */
const SAME_SIGNAL = 300;

/** Returns the command that started this process, for the user to repeat. */
export function sameCommand(): string {
  return shellCommand('queens-par', ...process.argv.slice(2));
}

/** Aborts on the first signal. All tasks of the process share it, so running tasks stop and no new ones start. */
const interruption = new AbortController();
let interruptedAt = Number.NEGATIVE_INFINITY;

function interrupt(signal: 'SIGINT' | 'SIGTERM'): void {
  if (performance.now() - interruptedAt < SAME_SIGNAL) return;
  if (interruption.signal.aborted) process.exit(EXIT_CODES[signal]);
  interruptedAt = performance.now();
  interruption.abort(new Interruption(signal));
}

/**
 * Executes a task with an abort signal. SIGINT and SIGTERM abort the task, with an Interruption as the reason. A second
 * SIGINT or SIGTERM ends the process at once.
 *
 * @throws Interruption if a signal arrived before the task started, and all errors of the task.
 */
export async function interruptible<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  interruption.signal.throwIfAborted();
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    return await task(interruption.signal);
  } finally {
    // After a signal the handlers stay until endBySignal, so that the process can print its progress.
    if (!interruption.signal.aborted) {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    }
  }
}

/**
 * Ends the process with the signal that interrupted it, so the calling shell or script can see the reason. The signal
 * cannot end the first process of a container, so the exit code is set, too.
 */
export function endBySignal({ signal }: Interruption): void {
  process.exitCode = EXIT_CODES[signal];
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
