import { type Part, partName } from './part.js';
import type { NamedPlan } from './remake-plan.js';

/** A plan as it is asked for. What is left out may have any value. */
export interface AskedPlan {
  readonly n?: number | undefined;
  readonly algorithm?: string | undefined;
  /** The algorithm's own numbers, by name: `depth`, `memory`. */
  readonly options?: Readonly<Record<string, number | undefined>> | undefined;
  /** Undefined asks for the whole plan. */
  readonly part?: Part | undefined;
  readonly planHash?: string | undefined;
}

/**
 * Compares a plan that a file or a run holds with the one that is asked for.
 *
 * @returns what differs, the most telling first, as `n = 16, not 18`; empty if nothing does. Options of another
 *   algorithm are not compared, and hashes only if nothing else differs: the reader learns nothing from them.
 */
export function differences(held: NamedPlan & Pick<AskedPlan, 'part'>, asked: AskedPlan): string {
  const found: string[] = [];
  function compare(name: string, holds: string | number | undefined, wants: string | number | undefined): void {
    if (wants === undefined || wants === holds) return;
    found.push(
      holds === undefined ? `algorithm ${held.algorithm}, which has no ${name}` : `${name} ${holds}, not ${wants}`,
    );
  }
  compare('n =', held.n, asked.n);
  compare('algorithm', held.algorithm, asked.algorithm === 'auto' ? undefined : asked.algorithm);
  const isSameAlgorithm = found.every((difference) => !difference.startsWith('algorithm'));
  if (isSameAlgorithm) {
    for (const [name, value] of Object.entries(asked.options ?? {})) compare(name, held.options[name], value);
  }
  const [part, askedPart] = [wholeOrPart(held.part), wholeOrPart(asked.part)];
  if (part !== askedPart) found.push(`${part}, not ${askedPart}`);
  if (found.length === 0) compare('plan', held.planHash, asked.planHash);
  return found.join('; ');
}

function wholeOrPart(part: Part | undefined): string {
  return part && part.m > 1 ? `part ${partName(part)}` : 'the whole count';
}
