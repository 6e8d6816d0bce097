import { useRef, useState } from 'preact/hooks';
import type { Cell } from '../../board/attacked.js';
import { formatCount } from '../../text/numbers.js';
import { Crown } from '../parts/board.js';
import { isAttacked } from './completions.js';

/** How far each arrow key goes: rows, columns. */
const ARROWS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * A board whose cells are clicked to fix queens on them, numbered as the other boards are. Tab reaches one cell, the
 * arrow keys the others from there.
 *
 * @param counts for each cell, row after row, how many completions have a queen there.
 */
export function FixingBoard(props: {
  readonly n: number;
  readonly queens: readonly Cell[];
  readonly counts: readonly number[];
  readonly onToggle: (cell: Cell) => void;
}) {
  const { n, queens, counts, onToggle } = props;
  const [[row, col], setCurrent] = useState<Cell>([0, 0]);
  const grid = useRef<HTMLDivElement>(null);
  const numbers = Array.from({ length: n }, (_, i) => <span key={i}>{i}</span>);
  const current = Math.min(row, n - 1) * n + Math.min(col, n - 1);

  function onKey(event: KeyboardEvent): void {
    const [down, right] = ARROWS[event.key] ?? [];
    if (down === undefined || right === undefined) return;
    event.preventDefault();
    const next: Cell = [within(Math.floor(current / n) + down, n), within((current % n) + right, n)];
    setCurrent(next);
    grid.current?.querySelectorAll('button')[next[0] * n + next[1]]?.focus();
  }

  return (
    <div class="numbered">
      <div class={`across size-${n}`} aria-hidden="true">
        {numbers}
      </div>
      <div class="down" aria-hidden="true">
        {numbers}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
      <div ref={grid} class={`fixing size-${n}`} role="group" aria-label="Board to fix queens on" onKeyDown={onKey}>
        {counts.map((count, index) => {
          const cell: Cell = [Math.floor(index / n), index % n];
          const isFixed = queens.some(([r, c]) => r === cell[0] && c === cell[1]);
          const attacked = !isFixed && isAttacked(queens, cell);
          return (
            <button
              key={index}
              type="button"
              class={[(cell[0] + cell[1]) % 2 === 1 ? 'dark' : '', attacked ? 'attacked' : ''].join(' ').trim()}
              tabIndex={index === current ? 0 : -1}
              aria-pressed={isFixed}
              aria-disabled={attacked}
              aria-label={`row ${cell[0]}, column ${cell[1]}: ${attacked ? 'attacked' : `${formatCount(count)} completions`}`}
              onClick={() => {
                setCurrent(cell);
                if (!attacked) onToggle(cell);
              }}
            >
              {isFixed ? (
                <Crown />
              ) : attacked ? (
                ''
              ) : (
                <span class={`count digits-${String(count).length}`}>{count}</span>
              )}
            </button>
          );
        })}
      </div>
    </div>
  );
}

function within(value: number, n: number): number {
  return Math.max(0, Math.min(n - 1, value));
}
