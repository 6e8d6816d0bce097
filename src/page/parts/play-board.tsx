import { Fragment } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type Cell, findAttackers, isSameCell, listCells } from '../../core/board/placement.js';
import { plural } from '../../core/text/numbers.js';
import { CELL, Crown, formatCell, Line, middleOf } from './board.js';

const ARROWS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * A board on which the user places queens. Attacked squares are tinted, and lines lead from the square that the user
 * points at to the queens that attack it. When all queens are placed, the board is framed in green, and nothing is
 * drawn over it. The board is one tab stop, and arrow keys move between squares.
 *
 * @param ringed a cell to ring.
 * @param getCount returns the number to show on a free square: how many solutions have a queen there.
 * @param onPress called with the clicked cell and whether a queen may stand on it.
 */
export function PlayBoard(props: {
  readonly n: number;
  readonly queens: readonly Cell[];
  readonly label: string;
  readonly ringed?: Cell | undefined;
  readonly getCount?: (cell: Cell) => number;
  readonly onPress: (cell: Cell, isFree: boolean) => void;
}) {
  const { n, queens, label, ringed, getCount, onPress } = props;
  const [current, setCurrent] = useState<Cell>({ row: 0, column: 0 });
  const [pointed, setPointed] = useState<Cell>();
  const grid = useRef<HTMLFieldSetElement>(null);
  const isSolved = queens.length === n;
  const tabStop = { row: Math.min(current.row, n - 1), column: Math.min(current.column, n - 1) };

  function onKey(event: KeyboardEvent): void {
    const [down, right] = ARROWS[event.key] ?? [];
    if (down === undefined || right === undefined) return;
    event.preventDefault();
    const [row, column] = [tabStop.row + down, tabStop.column + right];
    if (row < 0 || row >= n || column < 0 || column >= n) return;
    grid.current?.querySelectorAll('button')[row * n + column]?.focus();
  }

  return (
    <div class={`play ${isSolved ? 'solved' : ''}`} style={{ '--n': n }}>
      <fieldset ref={grid} aria-label={label} onKeyDown={onKey} onPointerLeave={() => setPointed(undefined)}>
        {listCells(n).map((cell) => {
          const isQueen = queens.some((queen) => isSameCell(queen, cell));
          const isFree = findAttackers(queens, cell).length === 0;
          const count = isFree ? getCount?.(cell) : undefined;
          const free = count === undefined ? 'free' : plural(count, 'solution');
          const state = isQueen ? 'queen' : isFree ? free : 'attacked';
          const isDark = (cell.row + cell.column) % 2 === 1;
          const isTinted = !isQueen && !isFree && !isSolved;
          return (
            <button
              key={formatCell(cell)}
              type="button"
              class={`${isDark ? 'dark' : ''} ${isTinted ? 'attacked' : ''}`}
              tabIndex={isSameCell(cell, tabStop) ? 0 : -1}
              aria-label={`${state}, ${formatCell(cell)}`}
              onFocus={() => {
                setCurrent(cell);
                setPointed(cell);
              }}
              onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointed(cell)}
              onClick={() => {
                setPointed(cell);
                onPress(cell, isFree);
              }}
            >
              {isQueen ? <Crown /> : count}
            </button>
          );
        })}
      </fieldset>
      <svg class="board over" viewBox={`0 0 ${n * CELL} ${n * CELL}`} aria-hidden="true">
        {pointed &&
          !isSolved &&
          findAttackers(queens, pointed).map((queen) => (
            <Fragment key={formatCell(queen)}>
              <Line className="casing" from={queen} to={pointed} />
              <Line className="attack" from={queen} to={pointed} />
            </Fragment>
          ))}
        {ringed && <circle class="ring" cx={middleOf(ringed)[0]} cy={middleOf(ringed)[1]} r={CELL / 2 - 1.5} />}
      </svg>
    </div>
  );
}
