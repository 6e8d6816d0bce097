import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/core/board/placement.js';
import { createSearch } from '../../../src/core/textbook/search.js';
import {
  anyCells,
  boardAt,
  indexOfBoard,
  oneEachRow,
  oneEachRowAndColumn,
  type SearchSpace,
} from '../../../src/core/textbook/search-space.js';
import { type SolverName, solverNames } from '../../../src/core/textbook/solver-names.js';
import { solvers } from '../../../src/core/textbook/solvers.js';

const generateAndTest = solverNames.filter((name) => solvers[name].visits === 'board');

/** Returns the boards that a solver tests, in order. */
function countBoards(name: SolverName, n: number): (readonly Cell[])[] {
  const steps = [...solvers[name].solve(n, createSearch({ watched: true }))];
  return steps.flatMap((step) => (step.kind === 'board' ? [step.cells] : []));
}

describe.each(generateAndTest)('the search space of %s', (name) => {
  const { space } = solvers[name];

  it('numbers the boards in the order in which the solver tests them', () => {
    for (let n = 0; n <= 4; n++) {
      const boards = countBoards(name, n);
      expect(boards.map((_, index) => boardAt(space, n, BigInt(index)))).toEqual(boards);
      expect(boards.map((board) => indexOfBoard(space, n, board))).toEqual(boards.map((_, index) => BigInt(index)));
    }
  });

  it('has no board after the last one', () => {
    expect(() => boardAt(space, 4, space.size(4))).toThrow(RangeError);
  });

  it('has as many boards as the choices of the next queen lead to', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(), fc.bigInt(0n, 2n ** 90n), (n, length, any) => {
        const queens = boardAt(space, n, any % space.size(n)).slice(0, length % n);
        const sizes = space.choices(n, queens).map((cell) => space.size(n, [...queens, cell]));
        expect(sizes.reduce((sum, size) => sum + size, 0n)).toBe(space.size(n, queens));
      }),
    );
  });
});

it('a board and its number belong together in spaces that no solver can walk through', () => {
  const spaces: readonly SearchSpace[] = [anyCells, oneEachRow, oneEachRowAndColumn];
  fc.assert(
    fc.property(
      fc.constantFrom(...spaces),
      fc.integer({ min: 8, max: 16 }),
      fc.bigInt(0n, 2n ** 90n),
      (space, n, any) => {
        const index = any % space.size(n);
        expect(indexOfBoard(space, n, boardAt(space, n, index))).toBe(index);
      },
    ),
  );
});

it('a solver that turns back never places more queens than its space has boards', () => {
  for (const name of solverNames.filter((name) => solvers[name].visits === 'queen')) {
    for (let n = 0; n <= 8; n++) {
      const search = createSearch();
      for (const _ of solvers[name].solve(n, search));
      expect(BigInt(search.nodes)).toBeLessThanOrEqual(solvers[name].space.size(n));
    }
  }
});
