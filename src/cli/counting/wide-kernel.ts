/** Decides whether a command may use the wide kernel of `meet`, and tells the user why not. */

import { OperationalError, UsageError } from '../../core/errors/errors.js';
import { inspectMachine } from '../../node/machine/machine.js';
import { logMessage } from '../../node/terminal/terminal.js';
import { checkWideKernel, findWideObstacle } from '../../node/threads/wide-kernel.js';
import type { Arguments } from '../options/commands.js';

/**
 * Inspects this machine for a count with a kernel. For `auto`, a long count by `meet` looks for the wide kernel, which
 * takes 40 ms.
 *
 * @throws UsageError or OperationalError if the wide kernel is requested but this machine cannot run it.
 */
export function inspectFor({ threads, memory, kernel }: Pick<Arguments<'count'>, 'threads' | 'memory' | 'kernel'>) {
  if (kernel === 'wide') requireWideKernel();
  return { ...inspectMachine(threads, memory), hasWide: hasWideKernel };
}

/** @throws UsageError or OperationalError if this machine cannot run the wide kernel. */
export function requireWideKernel(): void {
  const obstacle = findWideObstacle();
  if (obstacle) throw new UsageError(`${obstacle}; use --kernel auto`);
  const problem = checkWideKernel();
  if (problem) throw new OperationalError(`${problem}; use --kernel auto`);
}

let hasReported = false;

/** Returns whether the wide kernel works on this machine. If its check fails, prints a message once. */
export function hasWideKernel(): boolean {
  if (findWideObstacle() !== undefined) return false;
  const problem = checkWideKernel();
  if (problem && !hasReported) logMessage(`${problem}, so the fast one is used`);
  hasReported = true;
  return problem === undefined;
}
