import { endBySignal, Interruption } from '../../node/terminal/interruption.js';
import { logMessage } from '../../node/terminal/terminal.js';

/** Maximum time from a signal to the exit of a worker or a coordinator, in milliseconds. */
const EXIT_TIMEOUT = 9_000;

/**
 * Ends the process a few seconds after a signal unless it has exited by then. When the database is frozen or the
 * network path to it is dead, connections do not close, and each open connection keeps the process alive.
 *
 * @param isNormalEnd whether a signal is the normal way to end the command. The exit code is then 0.
 */
export function setDeadline(signal: AbortSignal, isNormalEnd: boolean): void {
  function end(): void {
    if (!isNormalEnd && signal.reason instanceof Interruption) {
      logMessage(signal.reason.message);
      endBySignal(signal.reason);
    }
    process.exit();
  }
  signal.addEventListener('abort', () => setTimeout(end, EXIT_TIMEOUT).unref(), { once: true });
}
