/** The sentences that end a count. */
import { styleText } from 'node:util';
import { type Agreement, compareWithKnown, type SequenceId } from '../board/known-counts.js';
import type { CountResult } from '../count/count.js';
import { formatSeconds } from '../text/durations.js';
import { formatCount, plural } from '../text/numbers.js';

/**
 * Returns the closing sentence of a count, without a line end.
 *
 * @param verified the second count, if there was one. It must agree.
 */
export function closingSentence(result: CountResult, color: boolean, verified?: CountResult): string {
  const { n, count, seconds, threads, algorithm, kernel, resumed, subproblems, agreement } = result;
  const solutions = plural(count, 'solution');
  const how = kernel === 'fast' ? algorithm : `${algorithm}, ${kernel} kernel`;
  const before = resumed > 0 ? `, ${formatCount(resumed)} of ${plural(subproblems, 'subproblem')} from before` : '';
  const on = ` on ${plural(threads, 'thread')}`;
  const isOld = resumed > 0 && resumed === subproblems;
  const time = isOld ? `(${algorithm}, all counted before)` : `in ${formatSeconds(seconds)}${on} (${how}${before})`;
  const twice = verified ? `; ${nameOf(verified)} counts the same in ${formatSeconds(verified.seconds)}` : '';
  return `${plural(n, 'queen')}: ${solutions} ${time}${twice}; ${verdictOn(agreement, color)}${faultOf(agreement, resumed > 0)}.`;
}

/** Returns the algorithm and the kernel in words. */
export function nameOf({ algorithm, kernel }: Pick<CountResult, 'algorithm' | 'kernel'>): string {
  return kernel === 'fast' ? algorithm : `the ${kernel} kernel of ${algorithm}`;
}

/** Returns the result of comparing a count with the published one, for the end of a sentence. */
export function verdictOn(agreement: Agreement, color: boolean): string {
  const verdict = VERDICTS[agreement];
  return color ? styleText(COLORS[agreement], verdict, { validateStream: false }) : verdict;
}

const VERDICTS: Record<Agreement, string> = {
  agrees: 'agrees with A000170',
  differs: 'DIFFERS FROM A000170, THE PUBLISHED COUNT',
  unknown: 'A000170 has no value for this n yet',
};

const COLORS = { agrees: 'green', differs: 'red', unknown: 'yellow' } as const satisfies Record<Agreement, string>;

/** The same for a table. For sequences other than A000170, values may be published that this program does not have. */
export function publishedText(id: SequenceId, agreement: Agreement | 'not counted'): string {
  return agreement === 'unknown' && id !== 'A000170' ? "not in this program's table" : agreement;
}

/** Describes the state of a complete run, for the end of a sentence. */
export function completeText(n: number, total: bigint): string {
  return `complete, with ${plural(total, 'solution')}; ${verdictOn(compareWithKnown(n, total), false)}`;
}

/** Names the possible causes if a count differs, to follow the verdict. A count from files may be wrong because of a file. */
export function faultOf(agreement: Agreement, isFromFiles: boolean): string {
  if (agreement !== 'differs') return '';
  return isFromFiles
    ? ': a file, this machine or this program is at fault; queens-par audit FILE --sample 100% finds a wrong file'
    : ': this machine or this program is at fault, please report it';
}
