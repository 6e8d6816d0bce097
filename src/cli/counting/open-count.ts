/** Opens counts. A plan of many queens takes seconds, so this file says what it does meanwhile. */

import { existsSync } from 'node:fs';
import { plural } from '../../core/text/numbers.js';
import { LocalCountTask, type OpeningOptions } from '../../node/count/local-count-task.js';
import { fitToMachine, outlineForMachine } from '../../node/machine/fit.js';
import type { Machine } from '../../node/machine/machine.js';
import { runInterruptible } from '../../node/terminal/interruption.js';
import { printLine } from '../../node/terminal/terminal.js';
import type { Arguments } from '../options/commands.js';
import { assertShortEnough } from './announcement.js';

/** Milliseconds after which a plan is announced. */
const ANNOUNCED_AFTER = 1000;

/** The smallest n whose plan takes long enough to forecast the time without it. */
const MIN_OUTLINED_N = 22;

/**
 * Plans a task, such as a count. Signals stop it.
 *
 * @throws Interruption; the errors of `plan`.
 */
export async function planInterruptibly<T>(
  n: number,
  quiet: boolean,
  plan: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timer = quiet ? undefined : setTimeout(() => printLine(`Planning ${plural(n, 'queen')}.`), ANNOUNCED_AFTER);
  try {
    return await runInterruptible(plan);
  } finally {
    clearTimeout(timer);
  }
}

/** Refuses a new count that would take more than a year on this machine, without its plan. @throws UsageError */
export function assertNewCountIsShortEnough(n: number, options: OpeningOptions, machine: Machine): void {
  const work = outlineForMachine(n, options, machine);
  assertShortEnough(work, fitToMachine(work, machine, options.kernel ?? 'auto'));
}

/**
 * Opens a count. Without `force`, a count that would take more than a year is refused: a new one before its plan is
 * made, others once it is known what is left.
 *
 * @throws UsageError, Interruption; the errors of `LocalCountTask.open`.
 */
export async function openCount(
  n: number,
  options: OpeningOptions,
  machine: Machine,
  { force, quiet }: Pick<Arguments<'count'>, 'force' | 'quiet'>,
): Promise<LocalCountTask> {
  const { checkpoint, part } = options;
  const isNew = !part && (checkpoint === undefined || !existsSync(checkpoint));
  if (isNew && !force && n >= MIN_OUTLINED_N) assertNewCountIsShortEnough(n, options, machine);
  const counting = await planInterruptibly(n, quiet, (signal) =>
    LocalCountTask.open(n, { ...options, signal }, machine),
  );
  try {
    if (!force) assertShortEnough(counting.left, counting.fit);
    return counting;
  } catch (error) {
    await counting.close();
    throw error;
  }
}
