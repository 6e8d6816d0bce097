/** Counts with a forecast at the start, progress during the count, and advice after an interruption. */

import {
  type CountResult,
  countPlan,
  type ExecutionOptions,
  openCount,
  REFERENCE_SLOWDOWN,
  threadsFor,
} from '../count/count.js';
import { type ResolvedThreads, resolveThreads } from '../executors/threads.js';
import type { PlanOptions } from '../plan/choose-plan.js';
import type { Share } from '../plan/plan.js';
import type { KernelKind } from '../plan/subproblem.js';
import { interruptible } from '../terminal/interruption.js';
import { type ProgressOptions, withProgress } from '../terminal/progress.js';
import { print } from '../terminal/standard-streams.js';
import { logMessage, statusLine } from '../terminal/terminal.js';
import { formatSeconds } from '../text/durations.js';
import { plural } from '../text/numbers.js';
import { noteLimits } from './machine-limits.js';

/** Shortest count for which a forecast is worth a second of measuring, in milliseconds of one thread. */
const WORTH_A_FORECAST = 60_000;

/** A count longer than this many seconds starts with a forecast. */
const LONG = 180;

/** A count longer than this many seconds should have a checkpoint. */
const TOO_LONG_TO_LOSE = 600;

/** The threads and the kernel of a count. */
export interface CountingWay {
  readonly threads: ResolvedThreads;
  readonly kernel: KernelKind;
}

/** Options of a watched count. */
interface Counting extends ProgressOptions, CountingWay {
  /** Whether to recommend a checkpoint for a long count. */
  readonly suggestCheckpoint?: boolean;
  /** Advice to print after an interruption. */
  readonly advice?: string;
  /** The measured slowdown of a thread, if `announce` was called before. */
  readonly slowdown?: number | undefined;
}

/**
 * Runs a counting task and shows its progress on stderr. If the count is long, prints a forecast first.
 *
 * @param left the subproblems to count.
 * @throws Interruption with the progress of the task; errors thrown by the task.
 */
export async function watched<T>(
  left: Share,
  counting: Counting,
  task: (options: ExecutionOptions) => Promise<T>,
): Promise<T> {
  const { threads, kernel, advice } = counting;
  const [measured] = counting.slowdown ? [counting.slowdown] : await announce([{ left, threads, kernel }], counting);
  const slowdown = measured ?? REFERENCE_SLOWDOWN[kernel][left.algorithm];
  if (!counting.quiet) noteLimits(left, threads, kernel);
  return withProgress(counting, (watch) => task({ ...threads, kernel, slowdown, warn: logMessage, ...watch }), advice);
}

/**
 * Counts n queens, for commands that need a number of solutions or placements.
 *
 * @param advice printed after an interruption.
 * @param options the algorithm and its options; by default the fastest for n.
 */
export async function countBoard(
  n: number,
  { threads: asked, ...display }: ProgressOptions & { readonly threads: number },
  advice: string,
  options: PlanOptions = {},
): Promise<CountResult> {
  const threads = resolveThreads(asked);
  const { plan, ledger } = await openCount({ n, options: { ...options, ...threads } });
  const counting = { ...display, threads, kernel: 'fast', advice } as const;
  return watched(plan, counting, (execution) => countPlan(plan, ledger, execution));
}

/**
 * If a count takes long, including its verification, prints a forecast on stderr and recommends a checkpoint.
 *
 * @returns the slowdown of a thread for each count, if it was measured.
 * @throws Interruption
 */
export async function announce(
  counts: readonly (CountingWay & { readonly left: Share })[],
  { quiet, progress, suggestCheckpoint }: Pick<Counting, 'quiet' | 'progress' | 'suggestCheckpoint'>,
): Promise<(number | undefined)[]> {
  const isLong = counts.some(
    ({ left, kernel }) => left.cost * REFERENCE_SLOWDOWN[kernel][left.algorithm] >= WORTH_A_FORECAST,
  );
  if (quiet || !isLong) return [];
  const status = statusLine(progress === 'never');
  status.show('measuring this machine');
  const forecasts = [];
  try {
    for (const { left, threads, kernel } of counts) {
      forecasts.push(await timeOf(left, threads, kernel));
    }
  } finally {
    status.clear();
  }
  const [first, second] = forecasts;
  const seconds = (first?.seconds ?? 0) + (second?.seconds ?? 0);
  if (first && seconds >= LONG) {
    const again = second ? `, and its verification about ${formatSeconds(second.seconds)}` : '';
    const hint =
      suggestCheckpoint && seconds > TOO_LONG_TO_LOSE ? '; with --checkpoint FILE it can be stopped and resumed.' : '.';
    const time = `about ${formatSeconds(first.seconds)} on ${plural(first.started, 'thread')} of this machine`;
    print(2, `This count will take ${time}${again}${hint}\n`);
  }
  return forecasts.map(({ slowdown }) => slowdown);
}

/** Measures this machine and forecasts the time of a count. @throws Interruption */
export async function timeOf(left: Share, choice: ResolvedThreads, kernel: KernelKind) {
  const { calibrate, forecastSeconds, threadsAtOnce } = await import('../count/forecast.js');
  const threads = threadsAtOnce(left, choice, kernel);
  const slowdown = await interruptible((signal) => calibrate(left.algorithm, { threads, kernel }, signal));
  const started = Math.max(1, threadsFor(left, choice, kernel)); // two threads for each core, if the user wants that
  return { threads, started, slowdown, seconds: forecastSeconds(left, threads, slowdown) };
}
