import type { Sieve } from './subproblem.js';

/** Bits of a key's mask: diagonals of either direction that may cross the whole band, once a sieve has cut its own out. */
export const KEY_BITS = 16;

/** Pairs lie within 8 bits of a mask: from 4 below to 3 above the central bit. */
const BELOW_CENTER = 4;
const ABOVE_CENTER = 3;

/** A cell's number has at most 12 bits. */
const MOST_PAIRS = 6;

/**
 * The central bit of masks of `keyBits` bits, an odd number. In a half placement's masks l and d, as numbered by
 * meet-plain-readable.ts, it is that of the main diagonal.
 */
export function centralBit(keyBits: number): number {
  return (keyBits - 1) / 2;
}

/** The least strict width with which masks of `keyBits` bits fit. */
export function leastStrictWidth(keyBits: number): number {
  return Math.max(0, Math.ceil((keyBits - 1 - KEY_BITS) / 2));
}

/**
 * The diagonals by which the sieve sorts, as bits of masks of `keyBits` bits, an odd number: those nearest to the centre
 * first; the central one makes categories instead. 2 * strictWidth are strict. There may be fewer extra ones than asked
 * for, because the board or the sieve has no more.
 *
 * @throws RangeError if the strict width is one that the board or the sieve does not have, or too small for the keys.
 */
export function sieveBits(
  keyBits: number,
  { strictWidth, extraPairs }: Pick<Sieve, 'strictWidth' | 'extraPairs'>,
): number[] {
  const center = centralBit(keyBits);
  const bits: number[] = [];
  const strictPairs = 2 * strictWidth;
  for (let distance = 1; distance <= BELOW_CENTER; distance++) {
    for (const bit of [center - distance, center + distance]) {
      const isWithin = bit >= 0 && bit < keyBits && bit - center <= ABOVE_CENTER;
      if (isWithin && bits.length < Math.min(strictPairs + extraPairs, MOST_PAIRS)) bits.push(bit);
    }
  }
  if (!(strictWidth >= leastStrictWidth(keyBits)) || strictPairs > bits.length) {
    throw new RangeError(`a strict width of ${strictWidth} does not suit keys of ${keyBits} bits`);
  }
  return bits;
}
