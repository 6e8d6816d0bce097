import { types } from 'node:util';
import { runInNewContext } from 'node:vm';
import { Interruption } from '../../node/terminal/interruption.js';

/**
 * Runs a computation that Ctrl-C can stop, although it blocks the event loop and so keeps signal handlers from running.
 *
 * @throws Interruption after Ctrl-C; errors of the computation.
 */
export function runInterruptibleSync<T>(compute: () => T): T {
  try {
    return runInNewContext('compute()', { compute }, { breakOnSigint: true });
  } catch (error) {
    const isInterrupted = types.isNativeError(error) && 'code' in error; // not an instance of this context's Error
    if (isInterrupted && error.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw new Interruption('SIGINT');
    throw error;
  }
}
