/** Formats and prints the result of a count and the sentence that closes it. */
import { styleText } from 'node:util';
import { type Agreement, WHEN_SOLVABLE } from '../../core/board/known-counts.js';
import type { CountResult } from '../../core/count/count-task.js';
import { formatSeconds } from '../../core/text/durations.js';
import { asJson } from '../../core/text/json.js';
import { formatCount, plural } from '../../core/text/numbers.js';
import { shellCommand } from '../../node/terminal/terminal.js';

/**
 * Prints the outcome of a command. Sets the exit code to 1 if a count differs from the published or from another count.
 *
 * @param result text for stdout with its newline; empty if there is nothing to print or it has already been printed.
 * @param verdict lines for stderr, without the last newline. With --quiet, they are printed only if a count differs.
 */
export function printOutcome(
  result: string,
  verdict: string,
  { differs, quiet }: { readonly differs: boolean; readonly quiet: boolean },
): void {
  if (result !== '') process.stdout.write(result);
  if (differs) process.exitCode = 1;
  if (verdict !== '' && (differs || !quiet)) process.stderr.write(`${verdict}\n`);
}

/** Formats a whole board's result as JSON and adds the verification if there was one. */
export function countAsJson(result: CountResult, verified?: CountResult): string {
  const second = verified && { algorithm: verified.algorithm, kernel: verified.kernel, seconds: verified.seconds };
  return asJson('count/1', { ...result, verified: second });
}

/**
 * Formats the closing sentence of a count, without a newline.
 *
 * @param limit the user's maximum number of threads; 0 if the user set none.
 * @param checkpoint the file with the results of earlier counts, if there are any.
 * @param verified with --verify, the result of the second count, whose total is the same.
 */
export function formatClosingSentence(
  result: CountResult,
  color: boolean,
  limit: number,
  checkpoint = 'FILE',
  verified?: CountResult,
): string {
  const { n, count, seconds, threads, algorithm, kernel, resumed, subproblems, agreement } = result;
  const solutions = plural(count, 'solution');
  const how = kernel === 'fast' ? algorithm : `${algorithm}, ${kernel} kernel`;
  const earlier = formatEarlierCounts(resumed, subproblems);
  const time = wasAlreadyComplete(result)
    ? `(${algorithm}, all counted earlier)`
    : `in ${formatSeconds(seconds)} on ${formatThreads(threads, limit)} (${how}${earlier})`;
  const again =
    verified && (wasAlreadyComplete(verified) ? '(counted earlier)' : `in ${formatSeconds(verified.seconds)}`);
  const twice = verified ? `; ${describeWay(verified)} gives the same count ${again}` : '';
  const verdict = formatVerdict(agreement, color) + diagnose(agreement, resumed > 0 ? [checkpoint] : []);
  const reason = count === 0n && agreement === 'agrees' ? ` ${WHEN_SOLVABLE}` : '';
  return `${plural(n, 'queen')}: ${solutions} ${time}${twice}; ${verdict}.${reason}`;
}

/** Formats the number of threads that counted: `2 threads`, or `2 of 8 threads` if the user's limit was higher. */
export function formatThreads(threads: number, limit: number): string {
  return threads < limit ? `${threads} of ${plural(limit, 'thread')}` : plural(threads, 'thread');
}

/** Returns whether all subproblems of a count were in its checkpoint. */
function wasAlreadyComplete({ resumed, subproblems }: CountResult): boolean {
  return resumed > 0 && resumed === subproblems;
}

export function formatEarlierCounts(resumed: number, subproblems: number): string {
  return resumed > 0 ? `, ${formatCount(resumed)} of ${plural(subproblems, 'subproblem')} counted earlier` : '';
}

/** Describes a way of counting, such as `meet` or `the reference kernel of meet`. */
export function describeWay({ algorithm, kernel }: Pick<CountResult, 'algorithm' | 'kernel'>): string {
  return kernel === 'fast' ? algorithm : `the ${kernel} kernel of ${algorithm}`;
}

/** Formats the agreement with the published count as the end of a sentence. */
export function formatVerdict(agreement: Agreement, color: boolean): string {
  const { verdict, style } = VERDICTS[agreement];
  return color ? styleText(style, verdict, { validateStream: false }) : verdict;
}

const VERDICTS = {
  agrees: { verdict: 'agrees with A000170', style: 'green' },
  differs: { verdict: 'DIFFERS FROM A000170, THE PUBLISHED COUNT', style: 'red' },
  unknown: { verdict: 'A000170 lists no value for this n yet', style: 'yellow' },
} as const satisfies Record<Agreement, object>;

/** Formats the agreement as a table cell. */
export function formatAgreement(agreement: Agreement | 'not counted'): string {
  return agreement === 'unknown' ? 'not published' : agreement;
}

/** Formats the number of missing subproblems: `1 of 21 subproblems is missing`. */
export function formatMissing(missing: number, all: number): string {
  return `${formatCount(missing)} of ${plural(all, 'subproblem')} ${missing === 1 ? 'is' : 'are'} missing`;
}

/**
 * Lists the possible causes of a wrong count, to print after the verdict.
 *
 * @param sources the files and runs with earlier results; a file is a cause only if there are any.
 */
export function diagnose(agreement: Agreement, sources: readonly string[]): string {
  if (agreement !== 'differs') return '';
  if (sources.length === 0)
    return ': this machine or this program is at fault; please report it as CONTRIBUTING.md describes';
  const [source = ''] = sources.length === 1 ? sources : ['FILE'];
  const audit = shellCommand('queens-par', 'audit', source, '--sample', '100%');
  return `: a file, this machine or this program is at fault; find the wrong counts with: ${audit}`;
}
