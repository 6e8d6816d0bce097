import { inWords, UsageError } from '../errors/errors.js';

/** The largest board: its masks fill the 32 bits of a machine word. */
export const LARGEST_BOARD = 32;

/** Passes a board size on if it can be counted. @throws UsageError if n is not a whole number from 0 to 32. */
export function checkBoardSize(n: number): number {
  if (!Number.isInteger(n) || n < 0 || n > LARGEST_BOARD) {
    throw new UsageError(`n must be a whole number from 0 to ${LARGEST_BOARD}, not ${inWords(n)}`);
  }
  return n;
}
