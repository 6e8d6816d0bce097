/** A search as text, step by step, from the solver's own events. */
import { attacks, type Cell } from '../board/attacked.js';
import { solutionsText } from '../text/solutions.js';
import type { RowMasks, SearchEvent } from './search.js';

/** The details to show besides the tried cells and the solutions. */
export interface TraceView {
  /** The masks of every row that is entered. */
  readonly masks: boolean;
  /** The board after every step that changes it, attacked cells marked. */
  readonly boards: boolean;
}

/** A step together with the queens that stand on the board after it. */
export interface TraceStep {
  readonly event: SearchEvent;
  readonly queens: readonly Cell[];
}

/** Follows the events and keeps account of the queens. */
export function* traceSteps(events: Iterable<SearchEvent>): Generator<TraceStep, void, undefined> {
  let queens: readonly Cell[] = [];
  for (const event of events) {
    if (event.kind === 'placed') queens = [...queens, [event.row, event.col]];
    if (event.kind === 'undone') queens = queens.slice(0, -1);
    if (event.kind === 'board') queens = event.cells;
    yield { event, queens };
  }
}

/**
 * Passes on the steps up to a number of tried cells (or boards, if the solver looks at whole ones), with all that follows
 * from the last of them.
 *
 * @param onCut called if there are more.
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

/** Returns a step in one line. */
export function stepLine(n: number, event: SearchEvent): string {
  switch (event.kind) {
    case 'tried':
      return `${cell([event.row, event.col])} = ${event.free}`;
    case 'placed':
      return `${cell([event.row, event.col])} placed`;
    case 'undone':
      return `${cell([event.row, event.col])} taken back`;
    case 'masks':
      return masksLine(n, event.row, event.masks);
    case 'board':
      return `${event.cells.map(cell).join(' ')} = ${event.peaceful}`;
    case 'solution':
      return `solution ${event.columns}`;
  }
}

/** Yields the text of the steps, piece by piece: each try a line, each solution a board, and what else is to be seen. */
export function* traceText(n: number, steps: Iterable<TraceStep>, view: TraceView): Generator<string, void, undefined> {
  for (const { event, queens } of steps) {
    const { kind } = event;
    if (isTry(event) || (view.masks && kind === 'masks') || (view.boards && kind === 'undone')) {
      yield `${stepLine(n, event)}\n`;
    }
    if (kind === 'solution') yield* solutionsText(n, [{ placement: event.columns, number: 1 }], 'board');
    const changed = kind === 'placed' || kind === 'undone' || kind === 'board';
    if (view.boards && changed) yield `${drawAttacked(n, queens).join('\n')}\n`;
  }
}

/** The same steps as pictures to leaf through: each the board as it stands, and what happened last. */
export function* traceFrames(
  n: number,
  steps: Iterable<TraceStep>,
  { masks }: Pick<TraceView, 'masks'>,
): Generator<string, void, undefined> {
  for (const { event, queens } of steps) {
    if (event.kind === 'masks' && !masks) continue;
    yield [...drawAttacked(n, queens), '', stepLine(n, event), ''].join('\n');
  }
}

/**
 * Returns a board that is being filled, as one string a row: `Q` a queen, `x` an empty cell that one attacks, `.` a free one.
 *
 * @param queens on any cells of the n x n board; they may attack each other.
 */
function drawAttacked(n: number, queens: readonly Cell[]): string[] {
  return Array.from({ length: n }, (_, row) =>
    Array.from({ length: n }, (_, col) => {
      if (queens.some(([r, c]) => r === row && c === col)) return 'Q';
      return queens.some((queen) => attacks(queen, [row, col])) ? 'x' : '.';
    }).join(' '),
  );
}

function cell([row, col]: Cell): string {
  return `[${row}][${col}]`;
}

/** Returns the row's masks in binary, column 0 at the right; `row` is the mask of the columns that are taken. */
function masksLine(n: number, row: number, { columns, ld, rd, free }: RowMasks): string {
  const binary = (mask: number) => (mask >>> 0).toString(2).padStart(n, '0');
  const end = free === 0 ? '  dead end' : '';
  return `row ${row}: row=${binary(columns)} ld=${binary(ld)} rd=${binary(rd)} free=${binary(free)}${end}`;
}
