/** `queens-par trace <n>`: prints a search step by step. */

import { asJson } from '../../core/text/json.js';
import { plural } from '../../core/text/numbers.js';
import { createSearch, type Search } from '../../core/textbook/search.js';
import type { SolverName } from '../../core/textbook/solver-names.js';
import { assertFeasible, solvers } from '../../core/textbook/solvers.js';
import { formatTrace, limitAttempts, type TraceStep, traceSteps } from '../../core/textbook/trace.js';
import { writeText } from '../../node/terminal/write-text.js';
import type { Arguments } from '../options/commands.js';

/** A search's counters: boards examined or queens placed, and conflict tests. */
type Counters = Pick<Search, 'nodes' | 'tests'>;

export async function trace(args: Arguments<'trace'>): Promise<void> {
  const { n, solver, format, limit, force, json, quiet } = args;
  if (!force && limit === undefined) {
    assertFeasible(solver, n, 'add --limit N to see the beginning, or --force to see all steps');
  }

  const search = createSearch({ watched: true });
  const { solve, visits } = solvers[solver];
  let seen: Counters = search;
  let solutions = 0;
  const steps = countSteps(limitAttempts(traceSteps(solve(n, search)), limit ?? Number.POSITIVE_INFINITY));

  /** Records the counters after the last step shown, because with --limit, the search makes one more try. */
  function* countSteps(shown: Iterable<TraceStep>): Generator<TraceStep> {
    for (const step of shown) {
      yield step;
      if (step.event.kind === 'solution') solutions++;
      seen = { nodes: search.nodes, tests: search.tests };
    }
  }

  const text = json ? formatJson(n, solver, steps, () => seen) : formatTrace(n, steps, format === 'boards');
  await writeText(process.stdout, text);
  if (json || quiet) return;
  const visited = `${plural(seen.nodes, visits)} ${visits === 'board' ? 'examined' : 'placed'}`;
  const found = plural(solutions, 'solution');
  process.stderr.write(
    `${plural(n, 'queen')}, ${solver}: ${found}, ${visited}, ${plural(seen.tests, 'conflict test')}\n`,
  );
}

/** Yields one JSON object in pieces, because the steps of a long search may not fit in memory. */
function* formatJson(
  n: number,
  solver: SolverName,
  steps: Iterable<TraceStep>,
  seen: () => Counters,
): Generator<string> {
  yield `${asJson('trace/3', { n, solver }).slice(0, -2)},"steps":[`;
  let separator = '';
  for (const { event } of steps) {
    yield separator + JSON.stringify(event, unsigned);
    separator = ',';
  }
  const { nodes, tests } = seen();
  yield `],"visits":"${solvers[solver].visits}s","nodes":"${nodes}","tests":"${tests}"}\n`;
}

/** Makes the masks of an event unsigned, because they may be negative for n = 32. No other number is negative. */
function unsigned(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? value >>> 0 : value;
}
