import { endBySignal, Interruption } from '../../terminal/interruption.js';
import { logMessage } from '../../terminal/terminal.js';

/** Longest time from a signal to the end of a worker or a coordinator, in milliseconds. */
const END_WITHIN = 9_000;

/**
 * Ends this process a few seconds after a signal, if it does not end by itself. If the database is frozen, or the
 * network path to it is dead, connections do not close, and each of them keeps the process alive.
 *
 * @param isNormalEnd whether a signal is the normal end of the command, so that its exit code is 0.
 */
export function setDeadline(signal: AbortSignal, isNormalEnd: boolean): void {
  function end(): void {
    if (!isNormalEnd && signal.reason instanceof Interruption) {
      logMessage(signal.reason.message);
      endBySignal(signal.reason);
    }
    process.exit();
  }
  signal.addEventListener('abort', () => setTimeout(end, END_WITHIN).unref(), { once: true });
}
