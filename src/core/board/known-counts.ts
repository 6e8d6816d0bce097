/**
 * The published numbers of solutions to the n-queens problem, from the OEIS. They serve to check counts. Only
 * `classes --published`, `forecast` and the page's *Why* view show them without counting. Arrays are indexed by n.
 */

/** All solutions, n = 0 to 27. The last is by Preusser and Engelhardt (2016), confirmed by Yao and Li (2025). */
const A000170 = parseValues(`
  1 1 0 0 2 10 4 40 92 352 724 2680 14200 73712 365596 2279184 14772512 95815104 666090624 4968057848 39029188884
  314666222712 2691008701644 24233937684440 227514171973736 2207893435808352 22317699616364044 234907967154122528`);

/** Explanation to show if there is no solution (E. Pauls, 1874). For n = 0, the empty board is a solution. */
export const WHEN_SOLVABLE = '2 and 3 are the only board sizes without a solution.';

/** Fundamental solutions, n = 1 to 27: one from each class of rotations and mirror images. */
const A002562 = parseValues(`
  - 1 0 0 1 2 1 6 12 46 92 341 1787 9233 45752 285053 1846955 11977939 83263591 621012754 4878666808 39333324973
  336376244042 3029242658210 28439272956934 275986683743434 2789712466510289 29363495934315694`);

/** Solutions that a half turn leaves unchanged, n = 1 to 32. The OEIS lists larger n than this program can count. */
const A032522 = parseValues(`
  - 1 0 0 2 2 4 8 4 16 12 48 80 136 420 1240 3000 8152 18104 44184 144620 375664 1250692 3581240 11675080 34132592
  115718268 320403024 1250901440 3600075088 14589438024 43266334696 181254386312`);

/** Solutions that a quarter turn of the board leaves unchanged, n = 0 to 63. */
const A033148 = parseValues(`
  1 1 0 0 2 2 0 0 0 0 0 0 8 8 0 0 64 128 0 0 480 704 0 0 3328 3264 0 0 32896 43776 0 0 406784 667904 0 0
  5845504 8650752 0 0 77184000 101492736 0 0 1261588480 1795233792 0 0 21517426688 35028172800 0 0
  406875119616 652044443648 0 0 8613581094912 12530550128640 0 0 194409626533888 291826098503680 0 0`);

/** Fundamental solutions that a quarter turn leaves unchanged, n = 1 to 63. */
const A260318 = parseValues(`
  - 1 0 0 1 1 0 0 0 0 0 0 4 4 0 0 32 64 0 0 240 352 0 0 1664 1632 0 0 16448 21888 0 0 203392 333952 0 0
  2922752 4325376 0 0 38592000 50746368 0 0 630794240 897616896 0 0 10758713344 17514086400 0 0
  203437559808 326022221824 0 0 4306790547456 6265275064320 0 0 97204813266944 145913049251840 0 0`);

/** Fundamental solutions that a half turn, but no quarter turn, leaves unchanged, n = 1 to 26. */
const A260319 = parseValues(`
  - 0 0 0 0 0 1 2 1 4 3 12 18 32 105 310 734 2006 4526 11046 36035 93740 312673 895310 2917938 8532332 28929567`);

/** Fundamental solutions that no turn leaves unchanged, n = 1 to 26. */
const A260320 = parseValues(`
  - 0 0 0 0 1 0 4 11 42 89 329 1765 9197 45647 284743 1846189 11975869 83259065 621001708 4878630533 39333230881
  336375931369 3029241762900 28439270037332 275986675209470 2789712437580722`);

/** Nodes of the backtracking tree, n = 0 to 19: placements of non-attacking queens in the first 0, 1, ... or n rows. */
const A319283 = parseValues(`
  1 2 3 6 17 54 153 552 2057 8394 35539 166926 856189 4674890 27358553 171129072 1141190303 8017021932 59365844491
  461939618824`);

/** Parses the values of a sequence, starting with n = 0. `-` marks a missing value. */
function parseValues(text: string): readonly (bigint | undefined)[] {
  const words = text.trim().split(/\s+/);
  return words.map((word) => (word === '-' ? undefined : BigInt(word)));
}

export const MAX_PUBLISHED_N = A000170.length - 1;

const SEQUENCES = { A000170, A002562, A032522, A033148, A260318, A260319, A260320, A319283 };

export type SequenceId = keyof typeof SEQUENCES;

export const sequenceIds = Object.keys(SEQUENCES) as SequenceId[]; // Object.keys returns string[]

/** The result of comparing a count with the published value; `unknown` if none is published (A000170: n > 27). */
export type Agreement = 'agrees' | 'differs' | 'unknown';

export function knownCount(n: number, id: SequenceId = 'A000170'): bigint | undefined {
  return SEQUENCES[id][n];
}

export function compareWithKnown(n: number, count: bigint, id: SequenceId = 'A000170'): Agreement {
  const known = knownCount(n, id);
  if (known === undefined) return 'unknown';
  return count === known ? 'agrees' : 'differs';
}
