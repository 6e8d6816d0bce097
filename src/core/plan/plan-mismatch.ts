import { checkPlanOptions, type PlanOptions, pickPlanOptions } from './choose-plan.js';
import { type Part, partName } from './part.js';
import type { StoredPlan } from './rebuild-plan.js';

/** The plan that the caller expects. An undefined field matches any value. */
export interface ExpectedPlan {
  readonly n?: number | undefined;
  readonly algorithm?: string | undefined;
  /** The algorithm's options by name, `depth` or `splitColumns`. */
  readonly options?: Readonly<Record<string, number | undefined>> | undefined;
  /** Undefined means the whole plan. */
  readonly part?: Part | undefined;
  readonly planHash?: string | undefined;
}

/**
 * Derives the expected plan from the options of a count. Only options that files and runs store can be compared.
 *
 * @throws UsageError if an option is invalid.
 */
export function deriveExpectedPlan(n: number, options: PlanOptions): ExpectedPlan {
  checkPlanOptions(n, options);
  const { algorithm, ...stored } = pickPlanOptions(options);
  return { n, algorithm, options: stored, part: options.part };
}

/**
 * Compares the plan of a file or a run with the expected plan. Plans with equal hashes are equal.
 *
 * @returns the differences, such as `n = 16, not 18`; an empty string if there are none.
 */
export function describeDifferences(actual: StoredPlan & Pick<ExpectedPlan, 'part'>, expected: ExpectedPlan): string {
  const found = actual.planHash === expected.planHash ? [] : listPlanDifferences(actual, expected);
  const part = describePart(actual.part);
  const expectedPart = describePart(expected.part);
  if (part !== expectedPart) found.push(`${part}, not ${expectedPart}`);
  return found.join('; ');
}

/** Lists the differences in n or, if there are none, in the algorithm, then in the options, then in the hashes. */
function listPlanDifferences(
  actual: StoredPlan,
  { n, algorithm = 'auto', options = {}, planHash }: ExpectedPlan,
): string[] {
  if (n !== undefined && n !== actual.n) return [`n = ${actual.n}, not ${n}`];
  if (algorithm !== 'auto' && algorithm !== actual.algorithm)
    return [`algorithm ${actual.algorithm}, not ${algorithm}`];
  const found: string[] = [];
  for (const [name, value] of Object.entries(options)) {
    const actualValue = actual.options[name];
    if (value === undefined || value === actualValue) continue;
    found.push(
      actualValue === undefined
        ? `algorithm ${actual.algorithm}, which has no ${name}`
        : `${name} ${actualValue}, not ${value}`,
    );
  }
  return found.length > 0 || planHash === undefined ? found : [`plan ${actual.planHash}, not ${planHash}`];
}

function describePart(part: Part | undefined): string {
  return part && part.m > 1 ? `part ${partName(part)}` : 'the whole count';
}
