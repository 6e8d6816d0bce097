/** Shows a search as text, step by step, from the events of a solver. */
import { attacks, type Cell } from '../board/attacked.js';
import { formatCount, plural } from '../text/numbers.js';
import { solutionsText } from '../text/solutions.js';
import type { RowMasks, SearchEvent } from './search.js';

/** The details to show in addition to tried cells and solutions. */
export interface TraceView {
  /** The masks of every row that the search enters. */
  readonly masks: boolean;
  /** The board after every step that places a queen or takes one back, with marks on attacked cells. */
  readonly boards: boolean;
}

/** A step, with the queens on the board after it. */
export interface TraceStep {
  readonly event: SearchEvent;
  readonly queens: readonly Cell[];
}

/** Adds the queens on the board to each event. */
export function* traceSteps(events: Iterable<SearchEvent>): Generator<TraceStep, void, undefined> {
  let queens: readonly Cell[] = [];
  for (const event of events) {
    if (event.kind === 'placed') queens = [...queens, { row: event.row, column: event.column }];
    if (event.kind === 'undone') queens = queens.slice(0, -1);
    if (event.kind === 'board') queens = event.cells;
    yield { event, queens };
  }
}

/**
 * Yields the first `limit` tries, and the steps that follow each of them. A try is a step that tries a cell, or a board
 * if the solver tests whole boards.
 *
 * @param onCut called if there are more tries.
 */
export function* firstTries(
  steps: Iterable<TraceStep>,
  limit: number,
  onCut: () => void = () => {},
): Generator<TraceStep, void, undefined> {
  let tries = 0;
  for (const step of steps) {
    if (isTry(step.event) && ++tries > limit) return onCut();
    yield step;
  }
}

function isTry({ kind }: SearchEvent): boolean {
  return kind === 'tried' || kind === 'board';
}

/** Formats a step as one line. */
function stepLine(n: number, event: SearchEvent): string {
  switch (event.kind) {
    case 'tried':
      return `${cellName(event)} = ${event.free}`;
    case 'placed':
      return `${cellName(event)} placed`;
    case 'undone':
      return `${cellName(event)} taken back`;
    case 'masks':
      return masksLine(n, event.row, event.masks);
    case 'board':
      return `${event.cells.map(cellName).join(' ')} = ${event.peaceful}`;
    case 'solution':
      return `solution ${event.columns}`;
  }
}

/** Yields the text of the steps: a line for each try and each queen taken back, a board for each solution, and the details. */
export function* traceText(n: number, steps: Iterable<TraceStep>, view: TraceView): Generator<string, void, undefined> {
  for (const { event, queens } of steps) {
    const { kind } = event;
    if (isTry(event) || kind === 'undone' || (view.masks && kind === 'masks')) {
      yield `${stepLine(n, event)}\n`;
    }
    if (kind === 'solution') yield* solutionsText(n, [{ placement: event.columns, number: 1 }], 'board');
    const changed = kind === 'placed' || kind === 'undone' || kind === 'board';
    if (view.boards && changed) yield `${drawAttacked(n, queens).join('\n')}\n`;
  }
}

/** A step to show alone. */
interface TraceFrame {
  readonly isSolution: boolean;
  /** Draws the board after the step, the step's line, and the number of the step, with the tries, queens and solutions so far. */
  readonly draw: () => string;
}

/** Yields a frame for each step. */
export function* traceFrames(
  n: number,
  steps: Iterable<TraceStep>,
  { masks }: Pick<TraceView, 'masks'>,
): Generator<TraceFrame, void, undefined> {
  const seen = { masks: 0, tried: 0, placed: 0, undone: 0, board: 0, solution: 0 };
  const masksOfRow: string[] = [];
  let number = 0;
  for (const { event, queens } of steps) {
    if (event.kind === 'masks') {
      if (!masks) continue;
      masksOfRow[event.row] = stepLine(n, event);
    }
    number++;
    seen[event.kind]++;
    const cells = `${plural(seen.tried, 'cell')} tried, ${plural(seen.placed, 'queen')} placed`;
    const tries = seen.board > 0 ? `${plural(seen.board, 'board')} tested` : cells;
    const counters = `step ${formatCount(number)}: ${tries}, ${plural(seen.solution, 'solution')}`;
    const above = masks && 'row' in event && event.kind !== 'masks' ? [masksOfRow[event.row] ?? ''] : [];
    yield {
      isSolution: event.kind === 'solution',
      draw: () => [...drawAttacked(n, queens), '', ...above, stepLine(n, event), counters].join('\n'),
    };
  }
}

/**
 * Draws an incomplete board as one string a row: `Q` is a queen, `x` an attacked cell, `.` a free cell.
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

function cellName({ row, column }: Cell): string {
  return `[${row}][${column}]`;
}

/** Formats the row's masks in binary, with column 0 at the right. `columns` is the mask of columns with a queen above. */
function masksLine(n: number, row: number, { columns, left, right, free }: RowMasks): string {
  const binary = (mask: number) => (mask >>> 0).toString(2).padStart(n, '0');
  const end = free === 0 ? '  dead end' : '';
  return `row ${row}: columns=${binary(columns)} left=${binary(left)} right=${binary(right)} free=${binary(free)}${end}`;
}
