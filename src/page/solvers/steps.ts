/** The steps of a solver, with the state of its search after each step. */
import { attacks, type Cell, cellsOf } from '../../core/board/placement.js';
import { solutions } from '../../core/textbook/bitmask.js';
import { createSearch, type SearchEvent } from '../../core/textbook/search.js';
import { boardAt, indexOfBoard } from '../../core/textbook/search-space.js';
import type { SolverName } from '../../core/textbook/solver-names.js';
import { type Solver, solvers } from '../../core/textbook/solvers.js';
import { traceSteps } from '../../core/textbook/trace.js';

/** A step of a search with the state after it. */
export interface SearchStep {
  readonly event: SearchEvent;
  /** The queens after the step, from the top row down. */
  readonly queens: readonly Cell[];
  /** Number of boards tested or queens placed (including removed ones) so far. */
  readonly nodes: number;
  /** Number of conflict tests so far or, if the solver tests whole boards, for this board. */
  readonly tests: number;
  readonly solutions: number;
  /** The first two queens that attack each other, if the solver tests whole boards. */
  readonly clash?: readonly [Cell, Cell];
}

/** All steps of a search, numbered from 1. */
export interface SearchSteps {
  readonly length: number;
  at(step: number): SearchStep;
  /** Returns the first step after the given one that finds a solution; the last step if there is none. */
  nextSolution(step: number): number;
  /** Returns the first step after which the given number of boards have been tested or queens placed. */
  firstAt(nodes: number): number;
}

/** The last search, kept because a view asks for it several times. */
let last: { readonly n: number; readonly solver: SolverName; readonly steps: SearchSteps } | undefined;

export function listSearchSteps(n: number, solver: SolverName): SearchSteps {
  if (last?.n !== n || last.solver !== solver) {
    const make = solvers[solver].visits === 'board' ? buildBoardSteps : listBacktrackingSteps;
    last = { n, solver, steps: make(n, solvers[solver]) };
  }
  return last.steps;
}

/** Lists the steps of a solver that backtracks: up to 21,884 for 8 queens, 420,874 for 10. */
function listBacktrackingSteps(n: number, { solve }: Solver): SearchSteps {
  const search = createSearch({ watched: true });
  const steps: SearchStep[] = [];
  let found = 0;
  for (const { event, queens } of traceSteps(solve(n, search))) {
    if (event.kind === 'solution') found++;
    steps.push({ event, queens, nodes: search.nodes, tests: search.tests, solutions: found });
  }
  return {
    length: steps.length,
    at(step) {
      const one = steps[step - 1];
      if (!one) throw new RangeError(`there is no step ${step}`);
      return one;
    },
    nextSolution(step) {
      const next = steps.findIndex(({ event }, index) => index >= step && event.kind === 'solution');
      return next < 0 ? steps.length : next + 1;
    },
    firstAt: (nodes) => steps.findIndex((step) => step.nodes >= nodes) + 1,
  };
}

/**
 * Builds the steps of a solver that tests whole boards, one for each board. There are too many boards to list, so a
 * step is computed from its number.
 */
function buildBoardSteps(n: number, { space }: Solver): SearchSteps {
  const length = Number(space.size(n));
  const found = [...solutions(n)].map((solution) => Number(indexOfBoard(space, n, cellsOf(solution))) + 1);
  return {
    length,
    at(step) {
      const queens = boardAt(space, n, BigInt(step - 1));
      const test = testBoard(queens);
      const event = { kind: 'board', cells: queens, peaceful: !test.clash } as const;
      return { event, queens, nodes: step, ...test, solutions: found.filter((one) => one <= step).length };
    },
    nextSolution: (step) => found.find((one) => one > step) ?? length,
    firstAt: (nodes) => nodes,
  };
}

/**
 * Tests a board as whole-board solvers do: compares each queen with the queens before her until two attack each other.
 * Returns the number of pairs compared and the two queens, if any.
 */
function testBoard(queens: readonly Cell[]): Pick<SearchStep, 'tests' | 'clash'> {
  let tests = 0;
  for (const [i, queen] of queens.entries()) {
    for (const other of queens.slice(0, i)) {
      tests++;
      if (attacks(other, queen)) return { tests, clash: [other, queen] };
    }
  }
  return { tests };
}
