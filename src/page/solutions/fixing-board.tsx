import { useRef, useState } from 'preact/hooks';
import type { Cell } from '../../board/attacked.js';
import { formatCount, plural } from '../../text/numbers.js';
import { Crown, Numbered } from '../parts/board.js';
import { Legend, SHADES, shadeAt } from '../parts/legend.js';
import { isAttacked } from './completions.js';

/** The move of each arrow key. */
const ARROWS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The largest board with numbers. Larger boards are shaded, because numbers would not fit on a phone. */
const LARGEST_WITH_NUMBERS = 8;

/**
 * A board on which the user fixes queens by clicking cells. It is one tab stop, and arrow keys move between cells. Each cell
 * has a description.
 *
 * @param counts number of completions with a queen on each cell, row by row.
 */
export function FixingBoard(props: {
  readonly n: number;
  readonly queens: readonly Cell[];
  readonly counts: readonly number[];
  readonly onToggle: (cell: Cell) => void;
}) {
  const { n, queens, counts, onToggle } = props;
  const [{ row, column }, setCurrent] = useState<Cell>({ row: 0, column: 0 });
  const grid = useRef<HTMLFieldSetElement>(null);
  const current = clamp(row, n) * n + clamp(column, n);
  const cellAt = (index: number): Cell => ({ row: Math.floor(index / n), column: index % n });
  const free = counts.filter((_, index) => !isAttacked(queens, cellAt(index)));
  const [least, most] = [Math.min(...free), Math.max(...free)];
  const shadeOf = (count: number) => SHADES[shadeAt((count - least) / (most - least || 1))];
  const isShaded = n > LARGEST_WITH_NUMBERS;
  const isFixed = (index: number) => queens.some(({ row, column }) => row * n + column === index);
  const isFree = (index: number) => isFixed(index) || !isAttacked(queens, cellAt(index));
  const inWords = (index: number) => (isFree(index) ? plural(counts[index] ?? 0, 'completion') : 'attacked');

  function onKey(event: KeyboardEvent): void {
    const [down, right] = ARROWS[event.key] ?? [];
    if (down === undefined || right === undefined) return;
    event.preventDefault();
    const at = cellAt(current);
    const next = { row: clamp(at.row + down, n), column: clamp(at.column + right, n) };
    setCurrent(next);
    grid.current?.querySelectorAll('button')[next.row * n + next.column]?.focus();
  }

  return (
    <>
      <Numbered n={n}>
        <fieldset ref={grid} class="fixing" aria-label="Cells to fix queens on" onKeyDown={onKey}>
          {counts.map((count, index) => {
            const cell = cellAt(index);
            const text = `${inWords(index)}, row ${cell.row}, column ${cell.column}`;
            return (
              <button
                key={index}
                type="button"
                class={[!isShaded && (cell.row + cell.column) % 2 === 1 ? 'dark' : '', isFree(index) ? '' : 'attacked']
                  .join(' ')
                  .trim()}
                style={isShaded && isFree(index) && !isFixed(index) ? { background: shadeOf(count) } : {}}
                tabIndex={index === current ? 0 : -1}
                aria-pressed={isFixed(index)}
                aria-disabled={!isFree(index)}
                aria-label={text}
                title={text}
                onClick={() => {
                  setCurrent(cell);
                  if (isFree(index)) onToggle(cell);
                }}
              >
                {isFixed(index) ? <Crown /> : isFree(index) && !isShaded ? count : ''}
              </button>
            );
          })}
        </fieldset>
      </Numbered>
      {isShaded && most > 0 && <Legend least={formatCount(least)} most={plural(most, 'completion')} />}
    </>
  );
}

function clamp(value: number, n: number): number {
  return Math.max(0, Math.min(n - 1, value));
}
