/** Sentences to print at the end of a count. */
import { styleText } from 'node:util';
import { type Agreement, WHEN_SOLVABLE } from '../board/known-counts.js';
import type { CountResult } from '../count/count-result.js';
import { formatSeconds } from '../text/durations.js';
import { formatCount, plural } from '../text/numbers.js';

/**
 * Returns the closing sentence of a count, without a newline.
 *
 * @param verified the second count of --verify, if there was one. It has the same total.
 */
export function closingSentence(result: CountResult, color: boolean, verified?: CountResult): string {
  const { n, count, seconds, threads, algorithm, kernel, resumed, subproblems, agreement } = result;
  const solutions = plural(count, 'solution');
  const how = kernel === 'fast' ? algorithm : `${algorithm}, ${kernel} kernel`;
  const time = isOld(result)
    ? `(${algorithm}, all counted earlier)`
    : `in ${formatSeconds(seconds)} on ${plural(threads, 'thread')} (${how}${earlierCounts(resumed, subproblems)})`;
  const again = verified && (isOld(verified) ? '(counted earlier)' : `in ${formatSeconds(verified.seconds)}`);
  const twice = verified ? `; ${describeWay(verified)} gives the same count ${again}` : '';
  const verdict = `${verdictOn(agreement, color)}${diagnose(agreement, resumed > 0)}`;
  const reason = count === 0n && agreement === 'agrees' ? ` ${WHEN_SOLVABLE}` : '';
  return `${plural(n, 'queen')}: ${solutions} ${time}${twice}; ${verdict}.${reason}`;
}

/** Returns whether a count found all its subproblems in its checkpoint. */
function isOld({ resumed, subproblems }: CountResult): boolean {
  return resumed > 0 && resumed === subproblems;
}

/** Formats how many subproblems a resumed count did not count again, for the brackets of a closing sentence. */
export function earlierCounts(resumed: number, subproblems: number): string {
  return resumed > 0 ? `, ${formatCount(resumed)} of ${plural(subproblems, 'subproblem')} counted earlier` : '';
}

/** Describes a way of counting: `meet`, `the readable kernel of meet`. */
export function describeWay({ algorithm, kernel }: Pick<CountResult, 'algorithm' | 'kernel'>): string {
  return kernel === 'fast' ? algorithm : `the ${kernel} kernel of ${algorithm}`;
}

/** Returns the agreement with the published count, as the end of a sentence. */
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

/** Returns the agreement as a table cell. */
export function publishedText(agreement: Agreement | 'not counted'): string {
  return agreement === 'unknown' ? 'not published' : agreement;
}

/** Returns the possible causes of a wrong count, to print after the verdict. They include a file if files were read. */
export function diagnose(agreement: Agreement, isFromFiles: boolean): string {
  if (agreement !== 'differs') return '';
  return isFromFiles
    ? ': a file, this machine or this program is at fault; queens-par audit FILE --sample 100% finds a wrong file'
    : ': this machine or this program is at fault; please report it';
}
