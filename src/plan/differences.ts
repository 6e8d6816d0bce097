import { type Part, partName } from './part.js';
import type { NamedPlan } from './remake-plan.js';

/** The plan that the caller wants. A field that is undefined may have any value. */
export interface AskedPlan {
  readonly n?: number | undefined;
  readonly algorithm?: string | undefined;
  /** The algorithm's own numbers, by name: `depth`, `memory`. */
  readonly options?: Readonly<Record<string, number | undefined>> | undefined;
  /** Undefined means the whole plan. */
  readonly part?: Part | undefined;
  readonly planHash?: string | undefined;
}

/**
 * Compares the plan of a file or a run with the one that the caller wants.
 *
 * @returns the differences, like `n = 16, not 18`; empty if there are none. If n differs, only n is reported; if the algorithm
 *   differs, options are skipped. Hashes come last, because they mean nothing to the reader.
 */
export function differences(held: NamedPlan & Pick<AskedPlan, 'part'>, asked: AskedPlan): string {
  if (asked.n !== undefined && asked.n !== held.n) return `n = ${held.n}, not ${asked.n}`;
  if (asked.algorithm !== undefined && asked.algorithm !== 'auto' && asked.algorithm !== held.algorithm) {
    return `algorithm ${held.algorithm}, not ${asked.algorithm}`;
  }
  const found: string[] = [];
  for (const [name, value] of Object.entries(asked.options ?? {})) {
    const own = held.options[name];
    if (value === undefined || value === own) continue;
    found.push(
      own === undefined
        ? `algorithm ${held.algorithm}, which has no ${name}`
        : `${name} ${inUnits(name, own)}, not ${inUnits(name, value)}`,
    );
  }
  const [part, askedPart] = [wholeOrPart(held.part), wholeOrPart(asked.part)];
  if (part !== askedPart) found.push(`${part}, not ${askedPart}`);
  if (found.length > 0) return found.join('; ');
  const isOther = asked.planHash !== undefined && asked.planHash !== held.planHash;
  return isOther ? `plan ${held.planHash}, not ${asked.planHash}` : '';
}

/** Converts memory to megabytes, as on the command line; other values are unchanged. */
function inUnits(name: string, value: number): string {
  return name === 'memory' && value >= 2 ** 20 ? `${Number((value / 2 ** 20).toFixed(1))} MB` : String(value);
}

function wholeOrPart(part: Part | undefined): string {
  return part && part.m > 1 ? `part ${partName(part)}` : 'the whole count';
}
