/** Opens counts, whose planning can take seconds, and refuses those that would take more than a year. */

import { plural } from '../../core/text/numbers.js';
import { LocalCountTask, type OpeningOptions } from '../../node/count/local-count-task.js';
import { assertShortEnough } from '../../node/count/new-plan.js';
import type { Machine } from '../../node/machine/machine.js';
import { runInterruptible } from '../../node/terminal/interruption.js';
import { createStatusLine } from '../../node/terminal/status-line.js';
import { printLine } from '../../node/terminal/terminal.js';
import type { Arguments } from '../options/commands.js';

/** Milliseconds of planning after which a message announces it. */
const ANNOUNCED_AFTER = 1000;

/**
 * Plans a task, such as a count. A signal stops the planning.
 *
 * @throws Interruption; the errors of `plan`.
 */
export async function planInterruptibly<T>(
  n: number,
  quiet: boolean,
  plan: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timer = quiet
    ? undefined
    : setTimeout(() => printLine(`Planning the count of ${plural(n, 'queen')}.`), ANNOUNCED_AFTER);
  try {
    return await runInterruptible(plan);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Opens a count but, without `force`, refuses one that would take more than a year. Without `quiet`, the speed is
 * measured before a long count.
 *
 * @throws UsageError, Interruption; the errors of `LocalCountTask.open`.
 */
export async function openCount(
  n: number,
  options: OpeningOptions,
  { force, quiet }: Pick<Arguments<'count'>, 'force' | 'quiet'>,
  machine: Machine,
): Promise<LocalCountTask> {
  const counting = await planInterruptibly(n, quiet, (signal) =>
    LocalCountTask.open(n, { ...options, isLimited: !force, signal }, machine),
  );
  try {
    if (!quiet) await measureIfLong(counting);
    if (!force) assertShortEnough(counting);
    return counting;
  } catch (error) {
    await counting.close();
    throw error;
  }
}

/**
 * Minimum cost, in milliseconds on one thread, at which a count's speed is measured first. Measuring takes a second.
 */
const MIN_MEASURED_COST = 120_000;

/**
 * Measures the speed of a long count, because other programs may be using the processor.
 *
 * @param minCost minimum cost of a long count, in milliseconds on one thread.
 * @throws Interruption
 */
export async function measureIfLong(counting: LocalCountTask, minCost = MIN_MEASURED_COST): Promise<void> {
  if (counting.left.cost * counting.fit.slowdown < minCost) return;
  const status = await createStatusLine(false);
  status.show(() => "measuring this machine's speed");
  try {
    await runInterruptible((signal) => counting.measure(signal));
  } finally {
    status.clear();
  }
}
