/**
 * The published numbers of solutions of the n-queens problem, from the OEIS. For checking what was counted, never for
 * answering. Index is n.
 */

/** All solutions, n = 0 to 27. Q(27) is by Preusser and Engelhardt (2016), confirmed by Yao and Li (2025). */
const A000170: readonly bigint[] = [
  1n,
  1n,
  0n,
  0n,
  2n,
  10n,
  4n,
  40n,
  92n,
  352n,
  724n,
  2680n,
  14200n,
  73712n,
  365596n,
  2279184n,
  14772512n,
  95815104n,
  666090624n,
  4968057848n,
  39029188884n,
  314666222712n,
  2691008701644n,
  24233937684440n,
  227514171973736n,
  2207893435808352n,
  22317699616364044n,
  234907967154122528n,
];

/** Fundamental solutions: one of each class of solutions that turn and mirror into each other, n = 1 to 27. */
const A002562: readonly (bigint | undefined)[] = [
  undefined,
  1n,
  0n,
  0n,
  1n,
  2n,
  1n,
  6n,
  12n,
  46n,
  92n,
  341n,
  1787n,
  9233n,
  45752n,
  285053n,
  1846955n,
  11977939n,
  83263591n,
  621012754n,
  4878666808n,
  39333324973n,
  336376244042n,
  3029242658210n,
  28439272956934n,
  275986683743434n,
  2789712466510289n,
  29363495934315694n,
];

/** Solutions that a half turn of the board leaves unchanged, n = 1 to 27. */
const A032522: readonly (bigint | undefined)[] = [
  undefined,
  1n,
  0n,
  0n,
  2n,
  2n,
  4n,
  8n,
  4n,
  16n,
  12n,
  48n,
  80n,
  136n,
  420n,
  1240n,
  3000n,
  8152n,
  18104n,
  44184n,
  144620n,
  375664n,
  1250692n,
  3581240n,
  11675080n,
  34132592n,
  115718268n,
  320403024n,
];

/** Solutions that a quarter turn of the board leaves unchanged, n = 1 to 27. */
const A033148: readonly (bigint | undefined)[] = [
  undefined,
  1n,
  0n,
  0n,
  2n,
  2n,
  0n,
  0n,
  0n,
  0n,
  0n,
  0n,
  8n,
  8n,
  0n,
  0n,
  64n,
  128n,
  0n,
  0n,
  480n,
  704n,
  0n,
  0n,
  3328n,
  3264n,
  0n,
  0n,
];

/** The largest n whose number of solutions is published. */
export const LARGEST_PUBLISHED = A000170.length - 1;

/** OEIS ids of the sequences. */
export const sequenceIds = ['A000170', 'A002562', 'A032522', 'A033148'] as const;

export type SequenceId = (typeof sequenceIds)[number];

const SEQUENCES: Record<SequenceId, readonly (bigint | undefined)[]> = { A000170, A002562, A032522, A033148 };

/** How a count compares with the published value; `unknown` where none is published (n > 27). */
export type Agreement = 'agrees' | 'differs' | 'unknown';

/** The published value, if there is one. */
export function knownCount(n: number, id: SequenceId = 'A000170'): bigint | undefined {
  return SEQUENCES[id][n];
}

/** Compares a finished count with the published one. */
export function compareWithKnown(n: number, count: bigint, id: SequenceId = 'A000170'): Agreement {
  const known = knownCount(n, id);
  if (known === undefined) return 'unknown';
  return count === known ? 'agrees' : 'differs';
}
