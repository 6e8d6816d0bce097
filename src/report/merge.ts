import type { Agreement } from '../board/known-counts.js';
import type { Algorithm } from '../plan/subproblem.js';
import { plural } from '../text/numbers.js';
import { faultOf, verdictOn } from './closing.js';

/** What merged files add up to. */
export interface MergeResult {
  readonly n: number;
  readonly count: bigint;
  readonly agreement: Agreement;
  readonly work: bigint;
  readonly algorithm: Algorithm;
  readonly subproblems: number;
  readonly planHash: string;
  readonly files: readonly string[];
}

/** One sentence, without a line end. */
export function mergeSentence({ n, count, agreement, subproblems, files }: MergeResult, color: boolean): string {
  const solutions = plural(count, 'solution');
  const from = `from ${plural(subproblems, 'subproblem')} in ${plural(files.length, 'file')}`;
  return `${plural(n, 'queen')}: ${solutions}, ${from}; ${verdictOn(agreement, color)}${faultOf(agreement, true)}.`;
}

/** The same as one JSON object, counts as decimal strings. */
export function mergeAsJson({ n, count, agreement, work, ...rest }: MergeResult): string {
  const decimal = { count: String(count), agreement, work: String(work) };
  return JSON.stringify({ schema: 'queens-par/merge/1', n, ...decimal, ...rest });
}
