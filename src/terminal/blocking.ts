import { types } from 'node:util';
import { runInNewContext } from 'node:vm';
import { Interruption } from './interruption.js';

/**
 * Executes a computation that blocks the event loop, so that no handler of a signal can run. Ctrl-C stops it.
 *
 * @throws Interruption after Ctrl-C; errors of the computation.
 */
export function interruptibleSync<T>(compute: () => T): T {
  try {
    return runInNewContext('compute()', { compute }, { breakOnSigint: true });
  } catch (error) {
    const isInterrupted = types.isNativeError(error) && 'code' in error; // an error of the new context is no Error here
    if (isInterrupted && error.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw new Interruption('SIGINT');
    throw error;
  }
}
