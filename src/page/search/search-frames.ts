import type { Cell } from '../../board/attacked.js';
import { traceSteps } from '../../text/trace.js';
import { newSearch, type SearchEvent } from '../../textbook/search.js';
import type { SolverName } from '../../textbook/solver-names.js';
import { solvers } from '../../textbook/solvers.js';

/** A step of a search, with all that there is to see of it. */
export interface SearchFrame {
  /** From 1. */
  readonly step: number;
  readonly event: SearchEvent;
  /** On the board after the step, from the first row on. */
  readonly queens: readonly Cell[];
  /** Queens placed so far, those taken back too. */
  readonly nodes: number;
  /** Conflict tests so far. */
  readonly tests: number;
  /** Solutions found so far. */
  readonly solutions: number;
}

/** The steps of a solver as the solver itself tells them. */
export function* searchFrames(n: number, solver: SolverName): Generator<SearchFrame, void, undefined> {
  const search = newSearch({ watched: true });
  let step = 0;
  let solutions = 0;
  for (const { event, queens } of traceSteps(solvers[solver].solve(n, search))) {
    if (event.kind === 'solution') solutions++;
    yield { step: ++step, event, queens, nodes: search.nodes, tests: search.tests, solutions };
  }
}
