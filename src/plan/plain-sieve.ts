import type { PlainSubproblem } from './subproblem.js';

/** A key's mask must fit 16 bits once the strict diagonals are cut out. */
const KEY_BITS = 16;

/** Pairs lie within 8 bits of a mask: from 4 below to 3 above the bit of the main diagonal. */
const BELOW_CENTER = 4;
const ABOVE_CENTER = 3;

/** A cell's number has at most 12 bits. */
const MOST_PAIRS = 6;

/** Bit of the main diagonal in a half placement's masks l and d, as numbered by meet-plain-readable.ts. */
export function mainDiagonal(n: number): number {
  return n / 2 - 1;
}

/** The least strict width with which keys of n - 1 bits fit. */
export function leastStrictWidth(n: number): number {
  return Math.max(0, Math.ceil((n - 2 - KEY_BITS) / 2));
}

/**
 * The diagonals by which the sieve sorts, as bits of the masks: those next to the main diagonal first. The first
 * 2 * strictWidth are strict. There may be fewer extra ones than asked for, because the board or the sieve has no more.
 *
 * @throws RangeError if the strict width is one that the board or the sieve does not have, or too small for n.
 */
export function sieveBits({
  n,
  strictWidth,
  extraPairs,
}: Pick<PlainSubproblem, 'n' | 'strictWidth' | 'extraPairs'>): number[] {
  const center = mainDiagonal(n);
  const bits: number[] = [];
  for (let distance = 1; distance <= BELOW_CENTER; distance++) {
    for (const bit of [center - distance, center + distance]) {
      const isWithin = bit >= 0 && bit < n - 1 && bit - center <= ABOVE_CENTER;
      if (isWithin && bits.length < Math.min(2 * strictWidth + extraPairs, MOST_PAIRS)) bits.push(bit);
    }
  }
  if (strictWidth < leastStrictWidth(n) || 2 * strictWidth > bits.length) {
    throw new RangeError(`a strict width of ${strictWidth} does not suit n = ${n}`);
  }
  return bits;
}
