/**
 * The published numbers of solutions of the n-queens problem, from the OEIS. They only check counts, and never replace
 * them. Arrays are indexed by n.
 */

/** All solutions, n = 0 to 27. Q(27) is by Preusser and Engelhardt (2016), confirmed by Yao and Li (2025). */
const A000170 = values(`
  1 1 0 0 2 10 4 40 92 352 724 2680 14200 73712 365596 2279184 14772512 95815104 666090624 4968057848 39029188884
  314666222712 2691008701644 24233937684440 227514171973736 2207893435808352 22317699616364044 234907967154122528`);

/** Fundamental solutions, n = 1 to 27: one for each class of solutions that are turns or mirror images of each other. */
const A002562 = values(`
  - 1 0 0 1 2 1 6 12 46 92 341 1787 9233 45752 285053 1846955 11977939 83263591 621012754 4878666808 39333324973
  336376244042 3029242658210 28439272956934 275986683743434 2789712466510289 29363495934315694`);

/** Solutions that a half turn of the board leaves unchanged, n = 1 to 27. */
const A032522 = values(`
  - 1 0 0 2 2 4 8 4 16 12 48 80 136 420 1240 3000 8152 18104 44184 144620 375664 1250692 3581240 11675080 34132592
  115718268 320403024`);

/** Solutions that a quarter turn of the board leaves unchanged, n = 1 to 27. */
const A033148 = values(`
  - 1 0 0 2 2 0 0 0 0 0 0 8 8 0 0 64 128 0 0 480 704 0 0 3328 3264 0 0`);

/** Parses the values of a sequence, starting with n = 0. `-` marks a missing value. */
function values(text: string): readonly (bigint | undefined)[] {
  const words = text.trim().split(/\s+/);
  return words.map((word) => (word === '-' ? undefined : BigInt(word)));
}

/** The largest n whose number of solutions is published. */
export const LARGEST_PUBLISHED = A000170.length - 1;

/** OEIS ids of the sequences. */
export const sequenceIds = ['A000170', 'A002562', 'A032522', 'A033148'] as const;

export type SequenceId = (typeof sequenceIds)[number];

const SEQUENCES: Record<SequenceId, readonly (bigint | undefined)[]> = { A000170, A002562, A032522, A033148 };

/** The result of comparing a count with the published value; `unknown` if none is published (n > 27). */
export type Agreement = 'agrees' | 'differs' | 'unknown';

/** Returns the published value, or undefined if there is none. */
export function knownCount(n: number, id: SequenceId = 'A000170'): bigint | undefined {
  return SEQUENCES[id][n];
}

/** Compares a count with the published value. */
export function compareWithKnown(n: number, count: bigint, id: SequenceId = 'A000170'): Agreement {
  const known = knownCount(n, id);
  if (known === undefined) return 'unknown';
  return count === known ? 'agrees' : 'differs';
}
