/**
 * A subproblem: the unit of work that a kernel counts.
 *
 * It is a small, self-contained value: a process that has it and the kernel can count it. Subproblems are independent, so they
 * may be counted in any order, on any machine, and more than once.
 */
export type Subproblem = BitmaskSubproblem | MeetSubproblem;

/** The fields of subproblems of all algorithms. */
interface SubproblemBase {
  /** Stable name, unique in its plan; without spaces, commas or quotes. */
  readonly id: string;
  /** Board size: n queens on n x n cells. */
  readonly n: number;
  /** The number of solutions that one counted solution stands for, by symmetry; from 1. */
  readonly weight: number;
  /** Estimated milliseconds on one thread of the reference machine, a 2.4 GHz server of 2026; more than 0. */
  readonly cost: number;
}

/** All solutions that begin with the queens of `prefix`. The kernel completes the board by backtracking. */
export interface BitmaskSubproblem extends SubproblemBase {
  readonly algorithm: 'bitmask';
  /** Column (0-based) of the queen in each of the first rows; no two attack each other. May be empty. */
  readonly prefix: readonly number[];
}

/**
 * Solutions with given queens in a band of middle rows, and with given columns on one side of the band. The row of the last
 * band queen is given, but not its column. Sets of columns are masks: bit c for column c.
 */
export interface MeetSubproblem extends SubproblemBase {
  readonly algorithm: 'meet';
  /** Always 1: solutions of one subproblem may have different weights, so the kernel's count is weighted. */
  readonly weight: 1;
  /** Bytes of memory that the kernel may use in all. */
  readonly memory: number;
  /** Rows above the band. */
  readonly rowsAbove: number;
  /** Number of rows of the band, from 2. It has the middle row, floor(n / 2), and for even n the row above that. */
  readonly bandRows: number;
  /** Row of the last band queen: a row of the band, but not the middle row. */
  readonly lastRow: number;
  /**
   * Columns of the other queens in the band. The first is in the middle row, the next ones in the rows nearest to it; of two
   * equally near rows the upper one comes first. There may be fewer: then the kernel tries all columns in the other rows.
   */
  readonly queens: readonly number[];
  /** Columns whose side of the band is fixed, as a mask. */
  readonly splitColumns: number;
  /** The split columns with queens below the band. The queens of the others are above it or in it. */
  readonly splitColumnsBelow: number;
  /** Number of columns in the kernel's pattern. It does not change the count. */
  readonly patternColumns: number;
}

/** The algorithms that have a plan and a kernel. */
export type Algorithm = Subproblem['algorithm'];

/** The two kernels of an algorithm: in WebAssembly, or the reference in TypeScript. */
export type KernelKind = 'fast' | 'readable';

/**
 * Returns a subproblem with the field names of docs/format.md, in the order on which a plan's hash depends. The names are
 * older than those in the code: split columns were called key columns, and `meet` had variants.
 */
export function toJson(subproblem: Subproblem) {
  if (subproblem.algorithm === 'bitmask') return subproblem;
  const { algorithm, splitColumns, splitColumnsBelow, patternColumns, ...rest } = subproblem;
  const { id, n, weight, cost, memory, rowsAbove, bandRows, lastRow, queens } = rest;
  const band = { memory, rowsAbove, bandRows, lastRow, queens };
  const columns = { keyColumns: splitColumns, keyColumnsBelow: splitColumnsBelow, patternColumns };
  return { algorithm, variant: 'wide', id, n, weight, cost, ...band, ...columns };
}
