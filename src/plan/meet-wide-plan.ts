import { ones, subsets } from './column-masks.js';
import { wideCost } from './meet-cost.js';
import type { WideSubproblem } from './subproblem.js';
import { checkBand, givenRows, possibleColumns, type Queen, type WideBand } from './wide-band.js';

/** How the work is cut; every choice gives the same sum. */
export interface WideCut extends Omit<WideBand, 'n'> {
  /** How many queens of the band a subproblem gives, from 1 to all but the last; the kernel tries every place for the others. */
  readonly givenQueens: number;
  /** Columns (a mask) for which a subproblem says whether they belong to the rows below the band. */
  readonly keyColumns: number;
  readonly patternColumns: number;
}

/**
 * All subproblems of a cut, for n from 5. Together they stand for every solution exactly once, by weights
 * that the kernel applies.
 *
 * @param memory bytes that a subproblem may take, all told.
 * @throws RangeError for a band that does not suit n.
 */
export function wideSubproblems(n: number, cut: WideCut, memory: number): WideSubproblem[] {
  const { rowsAbove, bandRows, lastRow, patternColumns } = cut;
  const shape = { n, weight: 1, memory, rowsAbove, bandRows, lastRow, patternColumns } as const;
  return Array.from(wideGivens(n, cut), (given) => withIdAndCost({ ...shape, ...given }));
}

/**
 * Names a subproblem and estimates it. No two of a cut have the same queens and the same key columns below. The hash of a plan
 * depends on the order of the fields.
 */
export function withIdAndCost(unnamed: Omit<WideSubproblem, 'algorithm' | 'variant' | 'id' | 'cost'>): WideSubproblem {
  const { n, weight, memory, rowsAbove, bandRows, lastRow, queens, keyColumns, keyColumnsBelow, patternColumns } =
    unnamed;
  const subproblem: WideSubproblem = {
    algorithm: 'meet',
    variant: 'wide',
    id: [`wide-${n}-${rowsAbove}.${bandRows}.${lastRow}`, queens.join('.'), keyColumnsBelow.toString(16)].join('-'),
    n,
    weight,
    cost: 1,
    memory,
    rowsAbove,
    bandRows,
    lastRow,
    queens,
    keyColumns,
    keyColumnsBelow,
    patternColumns,
  };
  return { ...subproblem, cost: wideCost(subproblem) };
}

type WideGiven = Pick<WideSubproblem, 'queens' | 'keyColumns' | 'keyColumnsBelow'>;

/** What is given in the subproblems of a cut, each once. @throws RangeError for a band that does not suit n. */
export function* wideGivens(n: number, cut: WideCut): Generator<WideGiven> {
  const band = { n, ...cut };
  checkBand(band);
  const rows = givenRows(band).slice(0, cut.givenQueens);

  function* place(placed: readonly Queen[]): Generator<WideGiven> {
    const row = rows[placed.length];
    if (row !== undefined) {
      const columns = possibleColumns(band, placed, row);
      for (let column = 0; column < n; column++) {
        if (columns & (1 << column)) yield* place([...placed, { row, column }]);
      }
      return;
    }
    const queens = placed.map(({ column }) => column);
    const keyColumns = queens.reduce((mask, column) => mask & ~(1 << column), cut.keyColumns);
    for (const keyColumnsBelow of subsets(keyColumns)) {
      const given = { queens, keyColumns, keyColumnsBelow };
      if (hasRoom(band, given)) yield given;
    }
  }
  yield* place([]);
}

/** Whether there are rows enough below the band for the key columns that belong there, and above and in it for the others. */
export function hasRoom(
  { n, rowsAbove, bandRows }: WideBand,
  { queens, keyColumns, keyColumnsBelow }: WideGiven,
): boolean {
  const rowsBelow = n - rowsAbove - bandRows;
  const others = ones(keyColumns & ~keyColumnsBelow);
  return ones(keyColumnsBelow) <= rowsBelow && others <= rowsAbove + bandRows - queens.length;
}
