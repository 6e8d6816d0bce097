import { shellCommand } from '../text/quoted.js';

/** A task was stopped by a signal. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  constructor(readonly signal: 'SIGINT' | 'SIGTERM') {
    super(signal === 'SIGINT' ? 'interrupted' : 'terminated');
  }
}

/** Exit codes of processes that were ended by a signal, as shells report them: 128 + the signal's number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** A second signal within these milliseconds is ignored, because npx forwards a Ctrl-C that the process gets anyway. */
const SAME_SIGNAL = 300;

/** Returns the command that started this process, so that the user can repeat it. */
export function sameCommand(): string {
  return shellCommand('queens-par', ...process.argv.slice(2));
}

/** Aborted by the first signal. There is one for the process, so nested tasks stop, too, and later ones do not start. */
const interruption = new AbortController();
let interruptedAt = Number.NEGATIVE_INFINITY;

function interrupt(signal: 'SIGINT' | 'SIGTERM'): void {
  if (performance.now() - interruptedAt < SAME_SIGNAL) return;
  if (interruption.signal.aborted) process.exit(EXIT_CODES[signal]);
  interruptedAt = performance.now();
  interruption.abort(new Interruption(signal));
}

/**
 * Runs a task that SIGINT and SIGTERM stop through its abort signal, with an Interruption as the reason. A second signal ends
 * the process at once.
 *
 * @throws Interruption if the process was interrupted before; errors of the task.
 */
export async function interruptible<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  interruption.signal.throwIfAborted();
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    return await task(interruption.signal);
  } finally {
    // After a signal the handlers stay until endBy, so that the process prints its progress before it ends.
    if (!interruption.signal.aborted) {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    }
  }
}

/**
 * Ends the process by the signal that interrupted it, so that the calling shell or script knows. If the signal cannot end it
 * (as the first process of a container), it exits with the code that a shell would report.
 */
export function endBy({ signal }: Interruption): void {
  process.exitCode = EXIT_CODES[signal];
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
