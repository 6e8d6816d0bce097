import { WHEN_SOLVABLE } from '../../core/board/known-counts.js';
import {
  formatPlacement,
  isPeaceful,
  type NumberedSolution,
  type PartialPlacement,
} from '../../core/board/placement.js';
import { UsageError } from '../../core/errors/errors.js';
import { plural } from '../../core/text/numbers.js';
import { formatSolutions } from '../../core/text/solutions.js';
import { createSearch, select, solutionsOf } from '../../core/textbook/search.js';
import type { SolverName } from '../../core/textbook/solver-names.js';
import { assertFeasible, solvers } from '../../core/textbook/solvers.js';
import { printLine } from '../../node/terminal/terminal.js';
import { writeText } from '../../node/terminal/write-text.js';
import type { Arguments } from '../options/commands.js';

/** Milliseconds without a solution after which a message reports that the search is still running. */
const SILENT_TIME = 2000;

/** `queens-par solve <n>`: prints solutions as they are found, then their number on stderr. */
export async function solve(args: Arguments<'solve'>): Promise<void> {
  const { n, format, fundamental, solver, force } = args;
  const fixed = args.with ?? [];
  checkFixed(n, fixed, solver);
  const limit = args.limit ?? (format === 'svg' ? 1 : undefined);
  // Solvers that visit whole boards may take too long even for a first solution.
  if (!force && solvers[solver].visits === 'board') assertFeasible(solver, n, 'add --force to run it anyway');

  const start = performance.now();
  let printed = 0;
  let isAnnounced = args.quiet;
  function onProgress(): void {
    if (isAnnounced || printed > 0 || performance.now() - start < SILENT_TIME) return;
    isAnnounced = true;
    printLine(`${plural(n, 'queen')}: searching for the first solution; press Ctrl-C to stop`);
  }
  const found = solutionsOf(solvers[solver].solve, n, createSearch({ fixed, onProgress }));
  function* countShown(shown: Iterable<NumberedSolution>): Generator<NumberedSolution> {
    for (const board of shown) {
      printed++;
      yield board;
    }
  }
  const selected = countShown(select(found, { fundamental, limit }));
  const areAll = limit === undefined && !fundamental && fixed.length === 0;
  await writeText(process.stdout, formatSolutions(n, selected, format, areAll));
  if (args.quiet) return;
  const reason = printed === 0 && fixed.length === 0 ? `. ${WHEN_SOLVABLE}` : '';
  const cut = printed === limit ? `; there may be more (--limit ${limit})` : '';
  process.stderr.write(`${plural(n, 'queen')}: ${plural(printed, 'solution')} printed${cut}${reason}\n`);
}

function checkFixed(n: number, fixed: PartialPlacement, solver: SolverName): void {
  const typed = formatPlacement(fixed);
  if (fixed.length > n || fixed.some((column = 0) => column >= n)) {
    throw new UsageError(`--with ${typed}: give at most ${plural(n, 'column')}, each below ${n}`);
  }
  if (!isPeaceful(fixed)) throw new UsageError(`--with ${typed}: two of these queens attack each other`);
  if (fixed.length > 0 && solver !== 'bitmask') {
    throw new UsageError(`--with needs the bitmask solver; ${solver} does not support it`);
  }
}
