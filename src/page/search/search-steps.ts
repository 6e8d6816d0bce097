import type { Cell } from '../../board/placement.js';
import { newSearch, type SearchEvent } from '../../textbook/search.js';
import type { SolverName } from '../../textbook/solver-names.js';
import { solvers } from '../../textbook/solvers.js';
import { traceSteps } from '../../textbook/trace.js';

/** A step of a search with the state after it. */
export interface SearchStep {
  readonly event: SearchEvent;
  /** The queens after the step, from the top row down. */
  readonly queens: readonly Cell[];
  /** Number of queens placed so far, including removed ones. */
  readonly nodes: number;
  /** Number of conflict tests so far. */
  readonly tests: number;
  /** Number of solutions found so far. */
  readonly solutions: number;
}

/** Steps of the last search. A view asks for them several times. */
let last: { readonly n: number; readonly solver: SolverName; readonly steps: readonly SearchStep[] } | undefined;

/** Returns all steps of a solver. For 8 queens, there are up to 19,924. */
export function searchSteps(n: number, solver: SolverName): readonly SearchStep[] {
  if (last?.n === n && last.solver === solver) return last.steps;
  const search = newSearch({ watched: true });
  const steps: SearchStep[] = [];
  let solutions = 0;
  for (const { event, queens } of traceSteps(solvers[solver].solve(n, search))) {
    if (event.kind === 'solution') solutions++;
    steps.push({ event, queens, nodes: search.nodes, tests: search.tests, solutions });
  }
  last = { n, solver, steps };
  return steps;
}
