/** Computes the counts that the terms of sequences need and shows the progress on stderr. */
import type { CountResult } from '../../core/count/count-task.js';
import type { PlanOptions } from '../../core/plan/choose-plan.js';
import { countHalfTurnSymmetric } from '../../core/sequences/half-turn.js';
import { countQuarterTurnSymmetric } from '../../core/sequences/quarter-turn.js';
import type { Counts } from '../../core/sequences/sequences.js';
import { formatSeconds } from '../../core/text/durations.js';
import { plural } from '../../core/text/numbers.js';
import type { Machine } from '../../node/machine/machine.js';
import { createStatusLine, type StatusLine } from '../../node/terminal/status-line.js';
import { runInterruptibleSync } from './interruptible-search.js';
import { openCount } from './open-count.js';
import { type DisplayOptions, prepare, watchResult } from './watched-count.js';

const UPDATE_INTERVAL = 100;

/**
 * Returns the functions that count for sequences. Each shows its progress and remembers its last count.
 *
 * @param force whether to start counts that would take more than a year instead of throwing a UsageError.
 */
export async function createWatchedCounts(
  machine: Machine,
  { quiet, progress }: DisplayOptions,
  force: boolean,
): Promise<Counts> {
  const status = await createStatusLine(quiet, true);
  async function count(n: number, options: PlanOptions = {}): Promise<CountResult> {
    const display = { quiet, progress, advice: `n = ${n} is not complete` };
    const counting = await openCount(n, options, { force, quiet }, machine);
    prepare([counting], display);
    return watchResult(counting, display);
  }
  return {
    all: rememberLast(async (n) => (await count(n)).count),
    placedBelowSecondRow: rememberLast(async (n) => (await count(n, { algorithm: 'bitmask', depth: 2 })).work),
    halfTurn: rememberLast((n) => search(n, 'half turn', countHalfTurnSymmetric, status)),
    quarterTurn: rememberLast((n) => search(n, 'quarter turn', countQuarterTurnSymmetric, status)),
  };
}

/** Makes a function remember its last result, because several terms need the same counts for one n. */
function rememberLast<T>(compute: (n: number) => T): (n: number) => T {
  let last: { readonly n: number; readonly result: T } | undefined;
  return (n) => {
    if (last?.n !== n) last = { n, result: compute(n) };
    return last.result;
  };
}

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
    if (now - shown < UPDATE_INTERVAL || fraction === 0) return;
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
