/** Formats a search as text, step by step, from the events of a solver. */
import { attacks, type Cell } from '../board/placement.js';
import { formatSolutions } from '../text/solutions.js';
import type { RowMasks, SearchEvent } from './search.js';

/** A step, with the queens on the board after it. */
export interface TraceStep {
  readonly event: SearchEvent;
  readonly queens: readonly Cell[];
}

/**
 * Yields the first `limit` tries and the steps after each of them; by default, all steps. A try is a step that tries a
 * cell, or a whole board if the solver tests whole boards.
 *
 * @returns whether the search was stopped before its end.
 */
export function* traceSteps(
  events: Iterable<SearchEvent>,
  limit = Number.POSITIVE_INFINITY,
): Generator<TraceStep, boolean, undefined> {
  let queens: readonly Cell[] = [];
  let tries = 0;
  for (const event of events) {
    if ((event.kind === 'tried' || event.kind === 'board') && ++tries > limit) return true;
    if (event.kind === 'placed') queens = [...queens, { row: event.row, column: event.column }];
    if (event.kind === 'undone') queens = queens.slice(0, -1);
    if (event.kind === 'board') queens = event.cells;
    yield { event, queens };
  }
  return false;
}

/** Formats a step as a line; a step without a line of its own as an empty string. */
function formatStep(n: number, event: SearchEvent): string {
  switch (event.kind) {
    case 'tried':
      return `${formatIndices(event)} = ${event.free}`;
    case 'undone':
      return `${formatIndices(event)} taken back`;
    case 'masks':
      return formatMasks(n, event.row, event.masks);
    case 'board':
      return `${event.cells.map(formatIndices).join(' ')} = ${event.peaceful}`;
    default:
      return '';
  }
}

/**
 * Formats the steps as text: a line for each try, for each queen taken back, and for the masks of each row. A solution
 * is drawn as a board.
 *
 * @param boards whether to draw the board after every queen that is placed or taken back, with marks on attacked cells.
 */
export function* formatTrace(
  n: number,
  steps: Iterable<TraceStep>,
  boards: boolean,
): Generator<string, void, undefined> {
  for (const { event, queens } of steps) {
    const { kind } = event;
    const line = formatStep(n, event);
    if (line !== '') yield `${line}\n`;
    if (kind === 'solution') yield* formatSolutions(n, [{ placement: event.columns, number: 1 }], 'board');
    const changed = kind === 'placed' || kind === 'undone' || kind === 'board';
    if (boards && changed) yield `${drawAttacked(n, queens).join('\n')}\n`;
  }
}

/**
 * Draws an incomplete board, one string per row. `Q` is a queen, `x` an attacked cell, `.` a free cell.
 *
 * @param queens cells of an n x n board; the queens may attack each other.
 */
function drawAttacked(n: number, queens: readonly Cell[]): string[] {
  return Array.from({ length: n }, (_, row) =>
    Array.from({ length: n }, (_, column) => {
      if (queens.some((queen) => queen.row === row && queen.column === column)) return 'Q';
      return queens.some((queen) => attacks(queen, { row, column })) ? 'x' : '.';
    }).join(' '),
  );
}

function formatIndices({ row, column }: Cell): string {
  return `[${row}][${column}]`;
}

/** Formats a row's masks in binary, with column 0 on the right. `columns` marks the columns with a queen above. */
function formatMasks(n: number, row: number, { columns, falling, rising, free }: RowMasks): string {
  const binary = (mask: number) => (mask >>> 0).toString(2).padStart(n, '0');
  const diagonals = `falling=${binary(falling)} rising=${binary(rising)}`;
  const end = free === 0 ? '  dead end' : '';
  return `row ${row}: columns=${binary(columns)} ${diagonals} free=${binary(free)}${end}`;
}
