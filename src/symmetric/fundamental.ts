/**
 * The number of fundamental solutions, one of each symmetry class (OEIS A002562), without looking for them.
 *
 * Burnside's lemma: it is the mean, over the eight symmetries of the square, of the number of solutions that each
 * leaves unchanged. The identity leaves all Q of them, the half turn P, and either quarter turn R. A mirror image of a
 * solution is never the solution itself, if n >= 2: it would have two queens on a line. Hence 8 F = Q + P + 2 R; for
 * n < 2 the one placement there is, is its own class.
 *
 * @param all Q, the number of all solutions (A000170).
 * @param halfTurn P, of those unchanged by a half turn (A032522).
 * @param quarterTurn R, of those unchanged by a quarter turn (A033148).
 * @throws RangeError if 8 does not divide the sum: then one of the numbers is wrong.
 */
export function fundamentalCount(n: number, all: bigint, halfTurn: bigint, quarterTurn: bigint): bigint {
  if (n < 2) return all;
  const eightfold = all + halfTurn + 2n * quarterTurn;
  if (eightfold % 8n !== 0n) {
    throw new RangeError(`for n = ${n}, ${all} + ${halfTurn} + 2 * ${quarterTurn} is not a multiple of 8`);
  }
  return eightfold / 8n;
}
