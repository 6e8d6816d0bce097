/** `queens-par trace <n>`: prints a search step by step. */

import { asJson } from '../../core/text/json.js';
import { plural } from '../../core/text/numbers.js';
import { createSearch, type Search } from '../../core/textbook/search.js';
import type { SolverName } from '../../core/textbook/solver-names.js';
import { assertFeasible, solvers } from '../../core/textbook/solvers.js';
import { formatTrace, type TraceStep, traceSteps } from '../../core/textbook/trace.js';
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
  let isLimited = false;

  /** Records the counters after the last step shown, because with --limit, the search makes one more try. */
  function* countSteps(): Generator<TraceStep> {
    const shown = traceSteps(solve(n, search), limit);
    let step = shown.next();
    for (; !step.done; step = shown.next()) {
      yield step.value;
      if (step.value.event.kind === 'solution') solutions++;
      seen = { nodes: search.nodes, tests: search.tests };
    }
    isLimited = step.value;
  }

  const steps = countSteps();
  const text = json
    ? formatJson(n, solver, steps, () => ({ ...seen, isLimited }))
    : formatTrace(n, steps, format === 'boards');
  await writeText(process.stdout, text);
  if (json || quiet) return;
  const visited = `${plural(seen.nodes, visits)} ${visits === 'board' ? 'examined' : 'placed'}`;
  const stop = isLimited ? `stopped after ${plural(limit ?? 0, visits === 'board' ? 'board' : 'cell')}; ` : '';
  const found = stop + plural(solutions, 'solution');
  process.stderr.write(
    `${plural(n, 'queen')}, ${solver}: ${found}, ${visited}, ${plural(seen.tests, 'conflict test')}\n`,
  );
}

/** Yields one JSON object in pieces, because the steps of a long search may not fit in memory. */
function* formatJson(
  n: number,
  solver: SolverName,
  steps: Iterable<TraceStep>,
  seen: () => Counters & { readonly isLimited: boolean },
): Generator<string> {
  yield `${asJson('trace/3', { n, solver }).slice(0, -2)},"steps":[`;
  let separator = '';
  for (const { event } of steps) {
    yield separator + JSON.stringify(event, unsigned);
    separator = ',';
  }
  const { nodes, tests, isLimited } = seen();
  yield `],"visits":"${solvers[solver].visits}s","nodes":"${nodes}","tests":"${tests}","isLimited":${isLimited}}\n`;
}

/** Makes the masks of an event unsigned, because they may be negative for n = 32. No other number is negative. */
function unsigned(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? value >>> 0 : value;
}
