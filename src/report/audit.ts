import type { Algorithm } from '../plan/subproblem.js';
import { formatCount, plural } from '../text/numbers.js';

/** A count that was not the same the second time. */
interface DisagreementText {
  readonly id: string;
  readonly recorded: number;
  readonly again: number;
  readonly way: string;
}

/** An audit that is done. */
export interface AuditResult {
  readonly file: string;
  readonly n: number;
  readonly algorithm: Algorithm;
  /** The kernel of the second counts. */
  readonly kernel: string;
  readonly seed: number;
  /** Subproblems of the plan, those that the file holds, and those of them that were counted again. */
  readonly subproblems: number;
  readonly finished: number;
  readonly again: number;
  /** Mirror images counted. */
  readonly mirrored: number;
  readonly disagreements: readonly DisagreementText[];
}

/** One sentence, without a line end. */
export function auditSentence(result: AuditResult): string {
  const { file, n, kernel, seed, subproblems, finished, again, mirrored, disagreements } = result;
  const of = `${formatCount(again)} of ${plural(finished, 'finished subproblem')}`;
  const unfinished = finished < subproblems ? ` (of ${formatCount(subproblems)})` : '';
  const mirrors = mirrored > 0 ? `, and ${plural(mirrored, 'mirror image')}` : '';
  const wrong = new Set(disagreements.map(({ id }) => id)).size; // one may disagree with two ways to count it
  const verdict = wrong === 0 ? 'all agree' : `${formatCount(wrong)} DISAGREE${wrong === 1 ? 'S' : ''}`;
  return `${file}, ${plural(n, 'queen')}: ${of}${unfinished} counted again by the ${kernel} kernel${mirrors}: ${verdict} (seed ${seed}).`;
}

/** What did not agree, for a line by itself. */
export function disagreementLine({ id, recorded, again, way }: DisagreementText): string {
  return `subproblem ${id} was recorded as ${recorded}; the ${way} counts ${again}`;
}

/** The audit as one JSON object, counts as decimal strings. */
export function auditAsJson({ disagreements, ...rest }: AuditResult): string {
  const decimal = disagreements.map(({ recorded, again, ...of }) => ({
    ...of,
    recorded: String(recorded),
    again: String(again),
  }));
  return JSON.stringify({ schema: 'queens-par/audit/1', ...rest, disagreements: decimal });
}
