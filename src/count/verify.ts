import { algorithmsFor } from '../plan/choose-plan.js';
import type { CountResult } from './count-result.js';

/** A way to count: an algorithm and a kernel. */
type Way = Pick<CountResult, 'algorithm' | 'kernel'>;

/**
 * Chooses an independent way to count n queens: another algorithm or, if there is none for this n, the other kernel of the
 * same algorithm.
 */
export function otherWay({ n, algorithm, kernel }: Way & Pick<CountResult, 'n'>): Way {
  const other = algorithmsFor(n).find((candidate) => candidate !== algorithm);
  if (other) return { algorithm: other, kernel: 'fast' };
  return { algorithm, kernel: kernel === 'fast' ? 'readable' : 'fast' };
}

/** Compares two counts of n queens. @throws Error with both counts if they differ. */
export function refuseOtherCount(first: CountResult, second: CountResult): void {
  if (second.count === first.count) return;
  const counts = [first, second].map(({ count, algorithm, kernel }) => `${count} (${algorithm}, ${kernel} kernel)`);
  const cause = first.resumed + second.resumed > 0 ? 'A checkpoint, this' : 'This';
  throw new Error(
    `two counts of ${first.n} queens differ: ${counts.join(' and ')}. ${cause} machine or this program is at fault`,
  );
}
