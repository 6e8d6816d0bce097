/** Pictures of halves: a board with its cut and diagonals, and lists of small boards. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { columnsOf, masksOf } from '../../board/masks.js';
import { Board, CELL, middleOf } from '../parts/board.js';
import { BoardList, type ListedBoard } from '../parts/board-list.js';
import {
  type ColumnSet,
  type CutBoard,
  cellsOf,
  cellsOfDiagonal,
  cutBoard,
  diagonalName,
  firstSolution,
  type Half,
} from './half-boards.js';
import type { StepProps, WhyState } from './why-state.js';

/** The halves that a step shows. */
export interface ShownHalves {
  readonly cut: CutBoard;
  readonly set: ColumnSet;
  readonly upper: Half;
  /** The index of the upper half in the list of the set. */
  readonly half: number;
}

/** Finds a state's column set and half. By default they belong to the first solution; in other sets, the half is 0. */
export function useHalves({ n, columns, half }: WhyState): ShownHalves {
  const cut = useMemo(() => cutBoard(n, Math.floor(n / 2)), [n]);
  const first = useMemo(() => firstSolution(cut), [cut]);
  const mask = columns && masksOf(columns).columns;
  const set = cut.sets.find((one) => one.columns === mask) ?? cut.sets.find((one) => one.columns === first.columns);
  const initial = set?.columns === first.columns ? first.half : 0;
  const index = half !== undefined && half < (set?.above.length ?? 0) ? half : initial;
  const upper = set?.above[index];
  if (!set || !upper) throw new Error(`${n} queens have no solution`); // n is at least 6
  return { cut, set, upper, half: index };
}

/** Formats the columns of a mask: `1, 3, 5, 7`. */
export function columnNames(mask: number): string {
  return [...columnsOf(mask)].join(', ');
}

/** A board with its cut, the queens of one or both halves, and diagonals across the cut. */
export function HalvesBoard(props: {
  readonly cut: CutBoard;
  readonly above?: Half | undefined;
  readonly below?: Half | undefined;
  readonly diagonals?: readonly number[];
  /** Whether the diagonals show a clash. */
  readonly isClash?: boolean;
  readonly children?: ComponentChildren;
}) {
  const { cut, above, below, diagonals = [], isClash = false, children } = props;
  const { n, rows } = cut;
  const queens = [...(above ? cellsOf(n, above, 'above') : []), ...(below ? cellsOf(n, below, 'below') : [])];
  const label = [
    `Board of ${n} by ${n}, cut below row ${rows - 1}`,
    `queens in ${queens.map(({ row, column }) => `row ${row} column ${column}`).join(', ') || 'no row'}`,
    ...(diagonals.length > 0 ? [`diagonals ${diagonals.map((diagonal) => diagonalName(n, diagonal)).join(', ')}`] : []),
  ].join('; ');
  return (
    <Board n={n} queens={queens} label={label}>
      <DiagonalLines cut={cut} diagonals={diagonals} className={isClash ? 'diagonal clash' : 'diagonal'} />
      <line class="cut" x1={0} x2={n * CELL} y1={rows * CELL} y2={rows * CELL} />
      {children}
    </Board>
  );
}

/** Lines along diagonals that cross the cut. */
export function DiagonalLines(props: {
  readonly cut: Pick<CutBoard, 'n' | 'rows'>;
  readonly diagonals: readonly number[];
  readonly className?: string;
}) {
  const { cut, diagonals, className = 'diagonal' } = props;
  return diagonals.map((diagonal) => {
    const cells = cellsOfDiagonal(cut, diagonal);
    const [x1, y1] = middleOf(cells[0] ?? { row: 0, column: 0 });
    const [x2, y2] = middleOf(cells.at(-1) ?? { row: 0, column: 0 });
    return <line key={diagonal} class={className} {...{ x1, y1, x2, y2 }} />;
  });
}

/** The upper halves of a column set, to choose from. */
export function UpperHalves({
  state: { n },
  change,
  shown: { set, half },
}: StepProps & { readonly shown: ShownHalves }) {
  return (
    <HalfList
      n={n}
      list={set.above}
      side="upper"
      chosen={half}
      onChoose={(index) => change({ columns: [...columnsOf(set.columns)], half: index, at: undefined })}
    />
  );
}

/** Halves as small boards. */
export function HalfList(props: {
  readonly n: number;
  readonly list: readonly Half[];
  readonly side: 'upper' | 'lower';
  readonly chosen?: number;
  readonly onChoose?: (index: number) => void;
  /** Counts the clashes of a half, for the text below it. */
  readonly clashesOf?: (half: Half) => number;
}) {
  const { n, list, side, chosen, onChoose, clashesOf } = props;
  const rows = list[0]?.queens.length ?? 0;
  const boards = list.map((half, index): ListedBoard => {
    const count = clashesOf?.(half);
    return {
      queens: side === 'upper' ? half.queens : half.queens.toReversed(),
      name: `${side} half ${index + 1}`,
      ...(count === 0 && { note: 'fits', className: 'fits' }),
      ...(count && { note: `${count} ${count === 1 ? 'clash' : 'clashes'}`, className: 'clashes' }),
    };
  });
  const firstRow = side === 'upper' ? 0 : n - rows;
  const label = side === 'upper' ? 'Upper halves' : 'Lower halves';
  return (
    <BoardList label={label} isSmall n={n} boards={boards} firstRow={firstRow} chosen={chosen} onChoose={onChoose} />
  );
}
