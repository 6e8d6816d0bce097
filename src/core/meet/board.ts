// src/core/meet is the mathematics of meeting in the middle, which the plans and the kernel of `meet` share: the band
// and the queens that fill it, the symmetry rules, the ways to divide a board, and the bits of keys.
// docs/meet-in-the-middle.md describes the method.

/**
 * A board with given queens in a band of middle rows, and with some columns assigned to a side of the band. The row of
 * the last band queen is given, but not its column. Sets of columns are masks, with bit c for column c.
 */
export interface MeetBoard {
  readonly n: number;
  /** Number of rows above the band. */
  readonly rowsAbove: number;
  /**
   * Number of rows in the band, at least 2. The band contains the middle row, floor(n / 2), and, for even n, the row
   * above it.
   */
  readonly bandRows: number;
  /** Row of the last band queen. It is a row of the band, but not the middle row. */
  readonly lastRow: number;
  /**
   * Columns of the given band queens. The first queen is in the middle row. The others follow in the order of their
   * distance from that row; of two equally near rows, the upper one comes first. The kernel tries all columns for the
   * band queens that are not given.
   */
  readonly queens: readonly number[];
  /** Mask of columns whose queens are above the band or are band queens that are not given. */
  readonly above: number;
  /** Mask of columns whose queens are below the band. */
  readonly below: number;
}
