/**
 * A subproblem: the unit of work that is handed to a kernel, anywhere.
 *
 * It is a small JSON value and self-contained: a process that has it and the kernel can count it. Nothing is shared
 * between subproblems, so they may be counted in any order, on any machine, twice if need be.
 */
export type Subproblem = BitmaskSubproblem | WideSubproblem;

/** What every subproblem has, whatever the algorithm. */
interface SubproblemBase {
  /** Stable name, unique in its plan; without spaces, commas or quotes. */
  readonly id: string;
  /** Board size: n queens on n x n cells. */
  readonly n: number;
  /** How many solutions one counted solution stands for, by symmetry; a whole number from 1. */
  readonly weight: number;
  /** Estimated work, a whole number from 1: for `bitmask` queens placed, for `meet` microseconds on a server of 2026. */
  readonly cost: number;
}

/** All placements that begin with the queens of `prefix`: the kernel completes the board by backtracking. */
export interface BitmaskSubproblem extends SubproblemBase {
  readonly algorithm: 'bitmask';
  /** Column (0-based) of the queen in each of the first rows; no two attack each other. May be empty. */
  readonly prefix: readonly number[];
}

/**
 * Solutions with given queens in a band of middle rows, all but one of them: the last band queen, which stands wherever
 * it can in a row of its own; and with given columns on one side of the band. Sets of columns are masks: bit c for
 * column c.
 */
export interface WideSubproblem extends SubproblemBase {
  readonly algorithm: 'meet';
  /** Always this: plans of other variants were made once, and are refused by their hash. */
  readonly variant: 'wide';
  /** Always 1: one split of the board may hold solutions of several weights, so the kernel's count is weighted. */
  readonly weight: 1;
  /** Bytes of memory the kernel may use, all told. */
  readonly memory: number;
  /** Rows above the band. */
  readonly rowsAbove: number;
  /** Rows of the band, from 2; the middle row floor(n / 2) is one of them, and for even n the row above it. */
  readonly bandRows: number;
  /** The last band queen's row: one of the band's, but not the middle row. */
  readonly lastRow: number;
  /**
   * Columns of the other queens in the band: of the middle row, then outwards from it, of two rows as near that above
   * first. May stop early, but not before the first; the kernel then tries every column in the rows that are left.
   */
  readonly queens: readonly number[];
  /** Columns (a mask) of which is given whether they belong to the rows below the band. */
  readonly keyColumns: number;
  /** Those of them that do; the others belong to the rows above the band or to one of its queens. */
  readonly keyColumnsBelow: number;
  /** For how many of the free columns the kernel goes through all patterns of those below: it changes no count. */
  readonly patternColumns: number;
}

/** The algorithms that have a plan and a kernel. */
export type Algorithm = Subproblem['algorithm'];
