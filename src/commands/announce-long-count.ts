import type { KernelKind } from '../../workers/kernels.js';
import type { Share } from '../plan/plan.js';
import type { Algorithm } from '../plan/subproblem.js';
import { formatSeconds } from '../text/durations.js';
import { plural } from '../text/numbers.js';

/** Below these costs, a minute or so of one thread, a count is over before anyone wants to know how long it takes. */
const COST_WORTH_A_FORECAST: Readonly<Record<Algorithm, number>> = { bitmask: 20e9, meet: 60e6 };

/** A count of more seconds than this is announced with a forecast. */
const LONG = 180;

/** One of more seconds than this is worth a checkpoint. */
const TOO_LONG_TO_LOSE = 600;

/** How the announced count is going to run. */
export interface Circumstances {
  readonly threads: number;
  readonly kernel: KernelKind;
  /** Whether what is finished is kept when the run is stopped. */
  readonly isKept: boolean;
}

/** Says on stderr how long a count will take, if that is long, and how not to lose it. */
export async function announceLongCount(left: Share, { threads, kernel, isKept }: Circumstances): Promise<void> {
  if (left.cost < COST_WORTH_A_FORECAST[left.algorithm]) return;
  const { calibrate, forecastSeconds } = await import('../count/forecast.js');
  const seconds = forecastSeconds(left, threads, await calibrate(left.algorithm, { threads, kernel }));
  if (seconds < LONG) return;
  const forecast = `This count will take about ${formatSeconds(seconds)} on ${plural(threads, 'thread')} of this machine`;
  const hint = seconds > TOO_LONG_TO_LOSE && !isKept ? '; with --checkpoint FILE it can be stopped and resumed.' : '.';
  process.stderr.write(`${forecast}${hint}\n`);
}
