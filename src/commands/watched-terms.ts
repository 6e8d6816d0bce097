/** Counts for the terms of sequences, with progress on stderr. */
import type { CountResult } from '../count/count-result.js';
import { type ExecutionOptions, LocalCountTask } from '../count/local-count-task.js';
import type { PlanOptions } from '../plan/choose-plan.js';
import { countHalfTurnSymmetric } from '../symmetric/half-turn.js';
import { countQuarterTurnSymmetric } from '../symmetric/quarter-turn.js';
import type { Counts } from '../symmetric/sequences.js';
import { runInterruptibleSync } from '../terminal/blocking.js';
import { makeStatusLine, type StatusLine } from '../terminal/status-line.js';
import { formatSeconds } from '../text/durations.js';
import { plural } from '../text/numbers.js';
import { refuseLongCount } from './long-count.js';
import type { DisplayOptions } from './progress-display.js';
import { prepare, watched } from './watched-count.js';

/** Milliseconds between two changes of the line. */
const SHOWN_EVERY = 100;

/**
 * Returns functions that count for the terms of sequences. They show their progress, and remember the last count.
 *
 * @param force whether to start counts that would take years. Otherwise they throw a UsageError.
 */
export async function watchedCounts(
  how: ExecutionOptions,
  { quiet, progress }: DisplayOptions,
  force: boolean,
): Promise<Counts> {
  const status = await makeStatusLine(quiet, true);
  async function count(n: number, options: PlanOptions = {}): Promise<CountResult> {
    const display = { quiet, progress, advice: `n = ${n} is not complete` };
    const counting = await LocalCountTask.open(n, { ...how, ...options });
    refuseLongCount(counting, force);
    await prepare([counting], display);
    return counting.result(await watched(counting, display));
  }
  return {
    all: once(async (n) => (await count(n)).count),
    placedBelowSecondRow: once(async (n) => (await count(n, { algorithm: 'bitmask', depth: 2 })).work),
    halfTurn: once((n) => search(n, 'half turn', countHalfTurnSymmetric, status)),
    quarterTurn: once((n) => search(n, 'quarter turn', countQuarterTurnSymmetric, status)),
  };
}

/** Remembers the last result of a function, because several terms for one n need the same counts. */
function once<T>(compute: (n: number) => T): (n: number) => T {
  let last: { readonly n: number; readonly result: T } | undefined;
  return (n) => {
    if (last?.n !== n) last = { n, result: compute(n) };
    return last.result;
  };
}

/** Runs a search for symmetric solutions, with its progress in the status line. */
function search(
  n: number,
  turn: string,
  run: (n: number, onProgress: (fraction: number) => void) => number,
  status: StatusLine,
) {
  const start = performance.now();
  let shown = start;
  function onProgress(fraction: number): void {
    const now = performance.now();
    if (now - shown < SHOWN_EVERY || fraction === 0) return;
    shown = now;
    const left = Math.ceil(((now - start) * (1 / fraction - 1)) / 1000);
    const done = `${plural(n, 'queen')}, ${turn}: ${Math.floor(100 * fraction)}%`;
    status.show(() => `${done}, ${left === 0 ? '0s' : formatSeconds(left)} left`);
  }
  try {
    return runInterruptibleSync(() => run(n, onProgress));
  } finally {
    status.clear();
  }
}
