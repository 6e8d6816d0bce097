/**
 * A subproblem, the unit of work of a kernel.
 *
 * It is a small, self-contained value, so a kernel needs nothing else to count it. Subproblems are independent, so they
 * may be counted in any order, on any machine, and more than once.
 */
export type Subproblem = BitmaskSubproblem | MeetSubproblem;

interface SubproblemBase {
  /** Stable name, unique in the plan, without spaces, commas and quotes. */
  readonly id: string;
  /** Board size: n queens on n x n cells. */
  readonly n: number;
  /** Number of solutions, at least 1, that each counted solution stands for by symmetry. */
  readonly weight: number;
  /** Estimated milliseconds on one thread of the reference machine, a 2.4 GHz server of 2026; more than 0. */
  readonly cost: number;
}

/** All solutions with the queens of `prefix` in the first rows. The kernel completes the board by backtracking. */
export interface BitmaskSubproblem extends SubproblemBase {
  readonly algorithm: 'bitmask';
  /** Columns (0-based) of the queens in the first rows, none of which attack each other. May be empty. */
  readonly prefix: readonly number[];
}

/**
 * A board with given queens in a band of middle rows, and with some columns assigned to a side of the band. The row of
 * the last band queen is given, but not its column. Sets of columns are masks, with bit c for column c.
 */
export interface MeetBoard {
  readonly n: number;
  /** Number of rows above the band. */
  readonly rowsAbove: number;
  /**
   * Number of rows in the band, from 2. The band contains the middle row, floor(n / 2), and for even n the row above
   * it.
   */
  readonly bandRows: number;
  /** Row of the last band queen. It is a row of the band, but not the middle row. */
  readonly lastRow: number;
  /**
   * Columns of the given band queens. The first queen is in the middle row, the others in the rows nearest to it. Of
   * two equally near rows, the upper one comes first. The kernel tries all columns for the band queens that are not
   * given.
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
  /** Always 1, because the kernel applies the weights, which can differ between the solutions of a subproblem. */
  readonly weight: 1;
}

/** The algorithms, each with a plan and a kernel. */
export const ALGORITHMS = ['bitmask', 'meet'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/**
 * The kernels of an algorithm: `fast` in WebAssembly, and `reference` in TypeScript. `meet` also has `wide`, which is
 * faster on the engines that compute with 256 bits at a time.
 */
export const KERNEL_KINDS = ['fast', 'wide', 'reference'] as const;
export type KernelKind = (typeof KERNEL_KINDS)[number];
