import type { Algorithm } from '../plan/subproblem.js';
import { formatSeconds } from '../text/durations.js';
import { formatCount, plural } from '../text/numbers.js';

/** A part that is counted. */
export interface PartResult {
  readonly n: number;
  /** Like 3/16. */
  readonly part: string;
  readonly algorithm: Algorithm;
  readonly kernel: string;
  readonly threads: number;
  readonly subproblems: number;
  readonly resumed: number;
  /** Wall clock. */
  readonly seconds: number;
  readonly planHash: string;
}

/** What is said of a part when it is counted: without a line end. */
export function partSentence({ n, part, subproblems, resumed, threads, seconds, algorithm }: PartResult): string {
  const before = resumed > 0 ? ` (${formatCount(resumed)} of them before)` : '';
  const how = `in ${formatSeconds(seconds)} on ${plural(threads, 'thread')} (${algorithm})`;
  return `${plural(n, 'queen')}, part ${part}: ${plural(subproblems, 'subproblem')} counted${before} ${how}.`;
}

/** The same as one JSON object. */
export function partAsJson(result: PartResult): string {
  return JSON.stringify({ schema: 'queens-par/part/1', ...result });
}
