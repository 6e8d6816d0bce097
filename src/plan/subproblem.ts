/**
 * A subproblem: the unit of work that is handed to a kernel, anywhere.
 *
 * It is a small, self-contained value: a process that has it and the kernel can count it. Nothing is shared between
 * subproblems, so they may be counted in any order, on any machine, twice if need be.
 */
export type Subproblem = BitmaskSubproblem | MeetSubproblem;

/** The fields of every subproblem, whatever the algorithm. */
interface SubproblemBase {
  /** Stable name, unique in its plan; without spaces, commas or quotes. */
  readonly id: string;
  /** Board size: n queens on n x n cells. */
  readonly n: number;
  /** How many solutions one counted solution stands for, by symmetry; a whole number from 1. */
  readonly weight: number;
  /** Estimated milliseconds on one thread of the reference machine, a 2.4 GHz server of 2026; more than 0. */
  readonly cost: number;
}

/** All placements that begin with the queens of `prefix`: the kernel completes the board by backtracking. */
export interface BitmaskSubproblem extends SubproblemBase {
  readonly algorithm: 'bitmask';
  /** Column (0-based) of the queen in each of the first rows; no two attack each other. May be empty. */
  readonly prefix: readonly number[];
}

/**
 * Solutions with given queens in a band of middle rows and with given columns on one side of the band. The band's last
 * queen is not given: it stands wherever it can in a row of its own. Sets of columns are masks: bit c for column c.
 */
export interface MeetSubproblem extends SubproblemBase {
  readonly algorithm: 'meet';
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
  /** Columns whose side of the band is fixed, as a mask. */
  readonly splitColumns: number;
  /** Those of them whose queens are below the band; the queens of the others are above it or in it. */
  readonly splitColumnsBelow: number;
  /** For how many of the free columns the kernel goes through all patterns of those below: it changes no count. */
  readonly patternColumns: number;
}

/** The algorithms that have a plan and a kernel. */
export type Algorithm = Subproblem['algorithm'];

/**
 * Returns a subproblem with the field names of docs/format.md, in the order that enters the hash of a plan. Both are
 * older than the names in the code: there were variants of `meet` once, and split columns were called key columns.
 */
export function toJson(subproblem: Subproblem) {
  if (subproblem.algorithm === 'bitmask') return subproblem;
  const { algorithm, splitColumns, splitColumnsBelow, patternColumns, ...rest } = subproblem;
  const { id, n, weight, cost, memory, rowsAbove, bandRows, lastRow, queens } = rest;
  const band = { memory, rowsAbove, bandRows, lastRow, queens };
  const columns = { keyColumns: splitColumns, keyColumnsBelow: splitColumnsBelow, patternColumns };
  return { algorithm, variant: 'wide', id, n, weight, cost, ...band, ...columns };
}
