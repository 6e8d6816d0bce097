/** The solvers and their properties. */
import { UsageError } from '../errors/errors.js';
import { estimatePlacements } from '../plan/tree-size.js';
import { formatCount, formatShort } from '../text/numbers.js';
import { bitFlags } from './bit-flags.js';
import { bitmask } from './bitmask.js';
import { columnArray } from './column-array.js';
import { columnsProduct } from './columns-product.js';
import { combinations } from './combinations.js';
import { diagonalFlags } from './diagonal-flags.js';
import { fullBoard } from './full-board.js';
import { iterative } from './iterative.js';
import { permutations } from './permutations.js';
import type { Solve } from './search.js';
import { anyCells, oneEachRow, oneEachRowAndColumn, type SearchSpace } from './search-space.js';
import type { SolverName } from './solver-names.js';

/** Number of random walks for an estimate. With 1,000, estimates for 10 to 20 queens are accurate to a few percent. */
const WALKS = 1000;

/** A solver and its properties. All solvers are exact for n from 0 to 32. */
export interface Solver {
  readonly solve: Solve;
  /**
   * The unit of `nodes`: `board` if the solver generates and tests whole boards, `queen` if it places queens one by one
   * and backtracks at conflicts.
   */
  readonly visits: 'board' | 'queen';
  /**
   * The boards that the solver tests. For a solver that backtracks, they are an upper bound: the boards with one queen
   * in each row and column, all of which it would reach if no queens clashed along a diagonal.
   */
  readonly space: SearchSpace;
  /** Maximum n that is searched without `--force`. Its search takes at most about ten seconds. */
  readonly maxWithoutForce: number;
}

/** A solver that generates and tests whole boards. */
function testBoards(solve: Solve, space: SearchSpace, maxWithoutForce: number): Solver {
  return { solve, visits: 'board', space, maxWithoutForce };
}

/** A solver that backtracks. */
function turnBack(solve: Solve, maxWithoutForce: number): Solver {
  return { solve, visits: 'queen', space: oneEachRowAndColumn, maxWithoutForce };
}

export const solvers: Readonly<Record<SolverName, Solver>> = {
  combinations: testBoards(combinations, anyCells, 6),
  'columns-product': testBoards(columnsProduct, oneEachRow, 8),
  permutations: testBoards(permutations, oneEachRowAndColumn, 11),
  'full-board': turnBack(fullBoard, 12),
  'column-array': turnBack(columnArray, 13),
  iterative: turnBack(iterative, 13),
  'diagonal-flags': turnBack(diagonalFlags, 13),
  'bit-flags': turnBack(bitFlags, 13),
  bitmask: turnBack(bitmask, 15),
};

/**
 * Rejects a search that would take longer than about ten seconds.
 *
 * @param remedy what to do instead, for the message.
 * @throws UsageError that tells how much work the search would be.
 */
export function assertFeasible(name: SolverName, n: number, remedy: string): void {
  const { visits, space, maxWithoutForce } = solvers[name];
  if (n <= maxWithoutForce) return;
  const work =
    visits === 'board'
      ? `test ${space.formula(n)} = ${formatCount(space.size(n))} boards`
      : `place about ${formatShort(Number(estimateQueensPlaced(n).toPrecision(2)))} queens`;
  throw new UsageError(`${name} would ${work} for n = ${n}; ${remedy}`);
}

export function estimateQueensPlaced(n: number): number {
  return estimatePlacements(n, [], WALKS);
}
