import type { KernelKind } from '../workers/kernels.js';
import { type CountResult, countPlan } from './count.js';
import type { RunOptions } from './fill-ledger.js';
import { algorithmsFor, choosePlan } from './plan/choose-plan.js';
import type { Plan } from './plan/plan.js';

/** Two ways of counting that do not agree: at least one of the counts is wrong. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
}

/**
 * How to check a count independently: by another algorithm that counts this n, or, where there is none, with the other
 * kernel of the same one.
 */
export function verificationPlan(
  { n, algorithm, kernel }: Pick<CountResult, 'n' | 'algorithm' | 'kernel'>,
  threads: number | undefined,
): { readonly plan: Plan; readonly kernel: KernelKind } {
  const other = algorithmsFor(n).find((candidate) => candidate !== algorithm);
  if (other) return { plan: choosePlan(n, { algorithm: other, threads }), kernel: 'fast' };
  return { plan: choosePlan(n, { algorithm, threads }), kernel: kernel === 'fast' ? 'readable' : 'fast' };
}

/**
 * Does a whole count a second time.
 *
 * @throws VerificationError with both counts if they differ.
 */
export async function verify(first: CountResult, plan: Plan, options: RunOptions): Promise<CountResult> {
  const second = await countPlan(plan, options);
  if (second.count === first.count) return second;
  const counts = [first, second].map(({ count, algorithm, kernel }) => `${count} (${algorithm}, ${kernel} kernel)`);
  throw new VerificationError(
    `two counts of ${first.n} queens differ: ${counts.join(' and ')}: this machine or this program is at fault`,
  );
}
