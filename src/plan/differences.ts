import { type PlanOptions, planOptionsOf } from './choose-plan.js';
import { type Part, partName } from './part.js';
import type { NamedPlan } from './remake-plan.js';

/** The plan that the caller expects. Undefined fields match any value. */
export interface AskedPlan {
  readonly n?: number | undefined;
  readonly algorithm?: string | undefined;
  /** Options of the algorithm, by name: `depth`, `memory`. */
  readonly options?: Readonly<Record<string, number | undefined>> | undefined;
  /** Undefined means the whole plan. */
  readonly part?: Part | undefined;
  readonly planHash?: string | undefined;
}

/** Returns the plan that options ask for. Only the options that files and runs store may be compared. */
export function askedOf(n: number, options: PlanOptions): AskedPlan {
  const { algorithm, ...stored } = planOptionsOf(options);
  return { n, algorithm, options: stored, part: options.part };
}

/**
 * Compares the plan of a file or a run with the expected plan.
 *
 * @returns the differences, such as `n = 16, not 18`; an empty string if there are none. If n differs, only n is reported.
 *   If the algorithm differs, options are skipped. Hashes are reported only if nothing else differs.
 */
export function differences(actual: NamedPlan & Pick<AskedPlan, 'part'>, asked: AskedPlan): string {
  if (asked.n !== undefined && asked.n !== actual.n) return `n = ${actual.n}, not ${asked.n}`;
  if (asked.algorithm !== undefined && asked.algorithm !== 'auto' && asked.algorithm !== actual.algorithm) {
    return `algorithm ${actual.algorithm}, not ${asked.algorithm}`;
  }
  const found: string[] = [];
  for (const [name, value] of Object.entries(asked.options ?? {})) {
    const actualValue = actual.options[name];
    if (value === undefined || value === actualValue) continue;
    found.push(
      actualValue === undefined
        ? `algorithm ${actual.algorithm}, which has no ${name}`
        : `${name} ${inUnits(name, actualValue)}, not ${inUnits(name, value)}`,
    );
  }
  const [part, askedPart] = [wholeOrPart(actual.part), wholeOrPart(asked.part)];
  if (part !== askedPart) found.push(`${part}, not ${askedPart}`);
  if (found.length > 0) return found.join('; ');
  const hashDiffers = asked.planHash !== undefined && asked.planHash !== actual.planHash;
  return hashDiffers ? `plan ${actual.planHash}, not ${asked.planHash}` : '';
}

/** Formats an option as on the command line, with memory in megabytes. */
function inUnits(name: string, value: number): string {
  return name === 'memory' && value >= 2 ** 20 ? `${Number((value / 2 ** 20).toFixed(1))} MB` : String(value);
}

function wholeOrPart(part: Part | undefined): string {
  return part && part.m > 1 ? `part ${partName(part)}` : 'the whole count';
}
