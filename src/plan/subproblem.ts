/**
 * A subproblem, the unit of work of a kernel.
 *
 * It is a small, self-contained value: a kernel needs nothing else to count it. Subproblems are independent, so they may be
 * counted in any order, on any machine, and more than once.
 */
export type Subproblem = BitmaskSubproblem | MeetSubproblem;

interface SubproblemBase {
  /** Stable name, unique in the plan, without spaces, commas or quotes. */
  readonly id: string;
  /** Board size: n queens on n x n cells. */
  readonly n: number;
  /** Number of solutions that each counted solution stands for, by symmetry; from 1. */
  readonly weight: number;
  /** Estimated milliseconds on one thread of the reference machine, a 2.4 GHz server of 2026; more than 0. */
  readonly cost: number;
}

/** All solutions with the queens of `prefix` in the first rows. The kernel completes the board by backtracking. */
export interface BitmaskSubproblem extends SubproblemBase {
  readonly algorithm: 'bitmask';
  /** Columns (0-based) of the queens in the first rows. These queens do not attack each other. May be empty. */
  readonly prefix: readonly number[];
}

/**
 * A board with given queens in a band of middle rows, and with some columns assigned to a side of the band. The row of the
 * last band queen is given, but not its column. Sets of columns are masks, with bit c for column c.
 */
export interface MeetBoard {
  readonly n: number;
  /** Number of rows above the band. */
  readonly rowsAbove: number;
  /** Number of rows in the band, from 2. The band has the middle row, floor(n / 2), and for even n the row above it. */
  readonly bandRows: number;
  /** Row of the last band queen. It is in the band, but is not the middle row. */
  readonly lastRow: number;
  /**
   * Columns of the given band queens. The first queen is in the middle row, the next queens in the nearest rows. Of two
   * equally near rows, the upper one comes first. The kernel tries all columns for the band queens that are not given.
   */
  readonly queens: readonly number[];
  /** Mask of columns whose queens are above the band, or are band queens that are not given. */
  readonly above: number;
  /** Mask of columns whose queens are below the band. */
  readonly below: number;
}

/** All counted solutions of a board. */
export interface MeetSubproblem extends SubproblemBase, MeetBoard {
  readonly algorithm: 'meet';
  /** Always 1, because the kernel applies the weights. The solutions of one subproblem may have different weights. */
  readonly weight: 1;
}

/** The algorithms that have a plan and a kernel. */
export const ALGORITHMS = ['bitmask', 'meet'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** The kernels of an algorithm: `fast` in WebAssembly, and `readable` in TypeScript. */
export const KERNEL_KINDS = ['fast', 'readable'] as const;
export type KernelKind = (typeof KERNEL_KINDS)[number];

/**
 * Expected times of the kernels relative to the fast ones, whose times are the costs, if nothing was measured. The readable
 * kernel takes 2 to 4 times as long for `bitmask`, and 120 to 2,500 times as long for `meet` (n = 14 to 28, 2026-11-26).
 */
export const KERNEL_SLOWDOWNS: Readonly<Record<KernelKind, Readonly<Record<Algorithm, number>>>> = {
  fast: { bitmask: 1, meet: 1 },
  readable: { bitmask: 2, meet: 1000 },
};
