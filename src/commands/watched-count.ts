/** Counting with what a person at the terminal wants to know: a forecast before, and progress meanwhile. */
import type { KernelKind } from '../../workers/kernels.js';
import { countPlan } from '../count/count.js';
import type { ForecastOptions } from '../count/count-unfinished.js';
import { type ResolvedThreads, resolveThreads } from '../executors/threads.js';
import { busyThreads, choosePlan } from '../plan/choose-plan.js';
import type { Share } from '../plan/plan.js';
import type { Algorithm } from '../plan/subproblem.js';
import { interruptible } from '../terminal/interruption.js';
import { type ProgressOptions, type Watch, withProgress } from '../terminal/progress.js';
import { print } from '../terminal/standard-streams.js';
import { statusLine } from '../terminal/terminal.js';
import { formatSeconds } from '../text/durations.js';
import { plural } from '../text/numbers.js';

/** Below these costs, a minute or so of one thread, a count is over before a forecast is worth its second. */
const COST_WORTH_A_FORECAST: Readonly<Record<Algorithm, number>> = { bitmask: 20e9, meet: 60e6 };

/** A count of more seconds than this is announced with a forecast. */
const LONG = 180;

/** A count of more seconds than this is worth a checkpoint. */
const TOO_LONG_TO_LOSE = 600;

/** How a count runs that is to be watched. */
interface Counting extends ProgressOptions {
  readonly threads: ResolvedThreads;
  readonly kernel: KernelKind;
  /** Whether to recommend a checkpoint for a long count. */
  readonly canBeKept?: boolean;
  /** What the user is told after an interruption. */
  readonly howToGoOn?: string;
}

/**
 * Runs a counting task with a forecast, if it is long, and its progress on stderr.
 *
 * @param left what is left to count.
 * @throws Interruption, which says how far the task got; whatever the task throws.
 */
export async function watched<T>(
  left: Share,
  counting: Counting,
  task: (options: ResolvedThreads & Watch & ForecastOptions & { readonly kernel: KernelKind }) => Promise<T>,
): Promise<T> {
  const { threads, kernel, howToGoOn } = counting;
  const secondsPerCost = counting.quiet
    ? undefined
    : await interruptible((signal) => announceLongCount(left, counting, signal));
  return withProgress(counting, (watch) => task({ ...threads, kernel, secondsPerCost, ...watch }), howToGoOn);
}

/** Counts all solutions of n queens as `queens-par <n>` does, for commands that need that number. */
export async function countAll(
  n: number,
  { threads: asked, ...display }: ProgressOptions & { readonly threads: number },
): Promise<bigint> {
  const threads = resolveThreads(asked);
  const plan = choosePlan(n, threads);
  const { count } = await watched(plan, { ...display, threads, kernel: 'fast' }, (options) => countPlan(plan, options));
  return count;
}

/**
 * Says on stderr how long a count will take, if that is long, and how not to lose it.
 *
 * @returns seconds that a thread takes for a unit of cost, if that was measured.
 */
async function announceLongCount(
  left: Share,
  { threads: choice, kernel, canBeKept, progress }: Counting,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (left.cost < COST_WORTH_A_FORECAST[left.algorithm]) return undefined;
  const { calibrate, forecastSeconds } = await import('../count/forecast.js');
  const threads = busyThreads(left, choice);
  const status = statusLine(progress === 'never');
  status.show('measuring this machine');
  const secondsPerCost = await calibrate(left.algorithm, { threads, kernel }, signal).finally(status.clear);
  const seconds = forecastSeconds(left, choice, secondsPerCost);
  if (seconds < LONG) return secondsPerCost;
  const forecast = `This count will take about ${formatSeconds(seconds)} on ${plural(threads, 'thread')} of this machine`;
  const hint =
    canBeKept && seconds > TOO_LONG_TO_LOSE ? '; with --checkpoint FILE it can be stopped and resumed.' : '.';
  print(2, `${forecast}${hint}\n`);
  return secondsPerCost;
}
