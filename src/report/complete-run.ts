import { compareWithKnown } from '../board/known-counts.js';
import type { CountResult } from '../count/count.js';
import type { Ledger } from '../ledger/ledger.js';
import { formatSeconds } from '../text/durations.js';
import { plural } from '../text/numbers.js';
import { verdictOn } from './closing.js';

/** What an import says of a run of which nothing is missing any more, for the end of a sentence. */
export function completeText(n: number, total: bigint): string {
  return `complete, with ${plural(total, 'solution')}; ${verdictOn(compareWithKnown(n, total), false)}`;
}

/**
 * The closing sentence of a count for which nothing was left to do: how the ledger was filled, without a line end.
 *
 * @param ledger holds every subproblem.
 */
export function countedBeforeSentence(result: CountResult, ledger: Ledger, color: boolean): string {
  const { n, count, subproblems, algorithm, agreement } = result;
  let milliseconds = 0;
  for (const partial of ledger.finished()) milliseconds += partial.milliseconds;
  const before = `${plural(subproblems, 'subproblem')} counted before, in ${formatSeconds(milliseconds / 1000)} of counting`;
  return `${plural(n, 'queen')}: ${plural(count, 'solution')} from ${before} (${algorithm}); ${verdictOn(agreement, color)}.`;
}
