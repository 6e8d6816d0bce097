import { describe, expect, it, test } from 'vitest';
import { isPeaceful, type Placement } from '../../../src/core/board/placement.js';
import { createSearch, solutionsOf } from '../../../src/core/textbook/search.js';
import { type SolverName, solverNames } from '../../../src/core/textbook/solver-names.js';
import { solvers } from '../../../src/core/textbook/solvers.js';
import { searchAll } from '../../../src/core/textbook/timing.js';
import { placements } from '../../page/plain-search.js';
import { A000170 } from '../../vectors/a000170.js';
import { A319284 } from '../../vectors/a319284.js';
import { SOLVER_WORK } from '../../vectors/solver-work.js';

const backtracking = solverNames.filter((name) => solvers[name].visits === 'queen');
const generateAndTest = solverNames.filter((name) => solvers[name].visits === 'board');

/** For one more queen, these test 85,900,584 and 16,777,216 boards, which takes seconds. */
const LARGEST: Partial<Record<SolverName, number>> = { combinations: 6, 'columns-product': 7 };

function allSolutions(name: SolverName, n: number): Placement[] {
  return [...solutionsOf(solvers[name].solve, n)];
}

describe.each(solverNames)('%s', (name) => {
  const largest = LARGEST[name] ?? 8;

  it(`finds the solutions of 0 to ${largest} queens, in lexicographic order`, () => {
    for (let n = 0; n <= largest; n++) {
      const found = allSolutions(name, n);
      expect(found).toEqual(placements(n, n));
      expect(found).toHaveLength(Number(A000170[n]));
    }
  });

  it('finds the same solutions and counts the same work if the search is watched', () => {
    const unwatched = createSearch();
    const watched = createSearch({ watched: true });
    const { solve } = solvers[name];
    expect([...solutionsOf(solve, 5, watched)]).toEqual([...solutionsOf(solve, 5, unwatched)]);
    expect({ ...watched, watched: false }).toEqual(unwatched);
  });

  it('can be stopped after its first solution', () => {
    const [first] = solutionsOf(solvers[name].solve, 6);
    expect(first).toEqual([1, 3, 5, 0, 2, 4]);
  });
});

describe.each(backtracking)('%s, which backtracks,', (name) => {
  it.each([8, 10])('finds all solutions of %i queens, and places as many queens in each row as A319284 says', (n) => {
    const search = createSearch({ watched: true });
    const placed = [1, ...Array<number>(n).fill(0)];
    let solutions = 0;
    for (const event of solvers[name].solve(n, search)) {
      if (event.kind === 'placed') placed[event.row + 1] = (placed[event.row + 1] ?? 0) + 1;
      if (event.kind === 'solution') solutions++;
    }
    expect(placed).toEqual(A319284[n]);
    expect(solutions).toBe(placed[n]);
    expect(search.nodes).toBe(placed.reduce((sum, queens) => sum + queens) - 1);
  });

  it('removes every queen that it placed, the last one first', () => {
    const queens: string[] = [];
    for (const event of solvers[name].solve(6, createSearch({ watched: true }))) {
      if (event.kind === 'placed') queens.push(`${event.row},${event.column}`);
      if (event.kind === 'undone') expect(queens.pop()).toBe(`${event.row},${event.column}`);
      if (event.kind === 'solution') expect(queens).toEqual(event.columns.map((column, row) => `${row},${column}`));
    }
    expect(queens).toEqual([]);
  });

  it('finds the first solution of 20 queens', () => {
    const [first] = solutionsOf(solvers[name].solve, 20);
    // A well-known solution, with columns from 1: 1 3 5 2 4 13 15 12 18 20 17 9 16 19 8 10 7 14 6 11.
    expect(first).toEqual([0, 2, 4, 1, 3, 12, 14, 11, 17, 19, 16, 8, 15, 18, 7, 9, 6, 13, 5, 10]);
  });
});

describe.each(generateAndTest)('%s, which generates and tests boards,', (name) => {
  it('tests every board of its search space once', () => {
    for (let n = 0; n <= 5; n++) {
      const search = createSearch({ watched: true });
      const boards = [...solvers[name].solve(n, search)].filter(({ kind }) => kind === 'board');
      expect(BigInt(boards.length)).toBe(solvers[name].space.size(n));
      expect(new Set(boards.map((board) => JSON.stringify(board))).size).toBe(boards.length);
      expect(search.nodes).toBe(boards.length);
    }
  });
});

describe('the number of conflict tests', () => {
  it.each([
    ['diagonal-flags', 15_720], // the known number of cells that backtracking tries for 8 queens
    ['bit-flags', 15_720],
    ['bitmask', 2057 - 92], // one test for each partial placement, including the empty one
  ] as const)('of %s for 8 queens is %i', (name, tests) => {
    const search = createSearch();
    for (const _ of solvers[name].solve(8, search));
    expect(search.tests).toBe(tests);
  });

  it('is the same for the recursive and the iterative solver', () => {
    const [recursive, iterative] = (['column-array', 'iterative'] as const).map((name) => {
      const search = createSearch();
      for (const _ of solvers[name].solve(8, search));
      return search;
    });
    expect(iterative).toEqual(recursive);
  });
});

describe('the work of a search', () => {
  it.each(solverNames)('of %s is that of the table, for 4 queens and more', (name) => {
    const { nodes, tests } = SOLVER_WORK[name];
    const searches = nodes.map((_, i) => searchAll(solvers[name], 4 + i));
    expect(searches.map((search) => search.nodes)).toEqual(nodes);
    expect(searches.map((search) => search.tests)).toEqual(tests);
  });

  it('is reported now and then by a solver that tests millions of boards', () => {
    const reports: number[] = [];
    const search = createSearch({ onProgress: () => reports.push(search.nodes) });
    for (const _ of solvers.combinations.solve(6, search));
    expect(reports).toEqual([2 ** 20]);
  });
});

describe('bit-flags', () => {
  it('tries the same cells as diagonal-flags on boards whose diagonals need two words each', () => {
    for (const n of [16, 17, 24, 32]) {
      const [flags, bits] = (['diagonal-flags', 'bit-flags'] as const).map((name) =>
        solvers[name].solve(n, createSearch({ watched: true })),
      );
      const steps = (search = flags) => Array.from({ length: 20_000 }, () => search?.next().value);
      expect(steps(bits)).toEqual(steps(flags));
    }
  });
});

describe('bitmask with fixed queens', () => {
  it('finds the solutions with these queens', () => {
    const all = allSolutions('bitmask', 8);
    for (const fixed of [
      [],
      [0],
      [0, 4],
      [3, 5, 7],
      [0, 2],
      [undefined, 4],
      [0, undefined, 7],
      [0, 4, 7, 5, 2, 6, 1, 3],
    ]) {
      const wanted = all.filter((placement) =>
        fixed.every((column, row) => column === undefined || placement[row] === column),
      );
      expect([...solutionsOf(solvers.bitmask.solve, 8, createSearch({ fixed }))]).toEqual(wanted);
    }
  });

  it('completes the largest board, where the last column is the sign bit', () => {
    // A solution of 32 queens by the known construction for n = 2 mod 6: even columns, then odd ones reordered.
    const even = Array.from({ length: 16 }, (_, i) => 2 * i + 1);
    const odd = [2, 0, ...Array.from({ length: 13 }, (_, i) => 2 * i + 6), 4];
    const known = [...even, ...odd];
    expect(isPeaceful(known)).toBe(true);
    const completed = [...solutionsOf(solvers.bitmask.solve, 32, createSearch({ fixed: known.slice(0, 14) }))];
    expect(completed).toContainEqual(known);
    expect(completed.every(isPeaceful)).toBe(true);
    expect(new Set(completed.map(String)).size).toBe(completed.length);
  });
});

test('the sizes of the search spaces are exact, even above 2^53', () => {
  const spaces = generateAndTest.map((name) => solvers[name].space);
  expect(spaces.map((space) => `${space.formula(8)} = ${space.size(8)}`)).toEqual([
    'C(64, 8) = 4426165368',
    '8^8 = 16777216',
    '8! = 40320',
  ]);
  expect(new Set(backtracking.map((name) => solvers[name].space.formula(8)))).toEqual(new Set(['8!']));
  expect(spaces.map((space) => space.size(0))).toEqual([1n, 1n, 1n]);
  expect(solvers.combinations.space.size(16)).toBe(10_078_751_602_022_313_874_633_200n);
});
