import type { Cell } from '../../core/board/placement.js';
import { formatCount } from '../../core/text/numbers.js';
import { indexOfBoard, type SearchSpace } from '../../core/textbook/search-space.js';
import { isSameCell } from '../parts/play-board.js';
import { testBoard } from './steps.js';

const LEVEL = 26;
const WIDTH = 640;
const MARGIN = 8;

/** A queen's squares to choose from, and the index of the chosen one. */
interface Choice {
  readonly cells: readonly Cell[];
  readonly chosen: number;
}

/**
 * The path to a board in the tree of all boards: a level for each queen, with a dot for each square that she can take.
 * The whole tree has too many dots to draw. A click on a dot goes to the first board below it.
 *
 * @param onChoose called with the number of the board, from 1.
 */
export function ChoicesTree(props: {
  readonly n: number;
  readonly space: SearchSpace;
  readonly board: readonly Cell[];
  readonly onChoose: (step: number) => void;
}) {
  const { n, space, board, onChoose } = props;
  const levels = board.map((queen, i): Choice => {
    const cells = space.choices(n, board.slice(0, i));
    return { cells, chosen: cells.findIndex((cell) => isSameCell(cell, queen)) };
  });
  const x = ({ cells }: Choice, dot: number) => MARGIN + ((dot + 0.5) * (WIDTH - 2 * MARGIN)) / cells.length;
  const point = (level: number, dot: number) => {
    const choice = levels[level];
    return choice ? `${x(choice, dot).toFixed(1)} ${MARGIN + (level + 1) * LEVEL}` : `${WIDTH / 2} ${MARGIN}`;
  };
  const draw = (name: string, isDrawn: (dot: number, chosen: number) => boolean) => {
    const dots = levels.flatMap(({ cells, chosen }, level) =>
      cells.flatMap((_, dot) => (isDrawn(dot, chosen) ? [{ level, dot, above: levels[level - 1]?.chosen ?? 0 }] : [])),
    );
    const edges = dots.map(({ level, dot, above }) => `M${point(level - 1, above)}L${point(level, dot)}`);
    return (
      <>
        <path class={`edge ${name}`} d={edges.join('')} />
        <path
          class={`node ${name}`}
          stroke-width={5}
          d={dots.map(({ level, dot }) => `M${point(level, dot)}h0`).join('')}
        />
      </>
    );
  };

  /** Goes to the dot nearest to the pointer. */
  function onPointer({ currentTarget, clientX, clientY }: PointerEvent): void {
    if (!(currentTarget instanceof Element)) return;
    const { left, top, width } = currentTarget.getBoundingClientRect();
    const scale = WIDTH / width;
    const level = Math.max(0, Math.min(n - 1, Math.round(((clientY - top) * scale - MARGIN) / LEVEL) - 1));
    const choice = levels[level];
    if (!choice) return;
    const dot = Math.floor((((clientX - left) * scale - MARGIN) / (WIDTH - 2 * MARGIN)) * choice.cells.length);
    const cell = choice.cells[Math.max(0, Math.min(choice.cells.length - 1, dot))];
    if (cell) onChoose(Number(indexOfBoard(space, n, [...board.slice(0, level), cell])) + 1);
  }
  const { clash } = testBoard(board);
  const last = levels.length - 1;
  return (
    <figure>
      <div class="tree" onPointerDown={onPointer}>
        <svg
          viewBox={`0 0 ${WIDTH} ${n * LEVEL + 2 * MARGIN}`}
          role="img"
          aria-label="The path to this board in the tree"
        >
          {draw('unvisited', (dot, chosen) => dot > chosen)}
          {draw('visited', (dot, chosen) => dot < chosen)}
          {draw('on-path', (dot, chosen) => dot === chosen)}
          {!clash && <path class="node on-path solution" d={`M${point(last, levels[last]?.chosen ?? 0)}h0`} />}
        </svg>
      </div>
      <p class="hint">
        {clash
          ? describeLostBoards(n, space, board, clash[1])
          : 'A solution. Click a dot to go to the first board below it.'}
      </p>
    </figure>
  );
}

/** Says how many boards begin with the queens down to the first clash. */
function describeLostBoards(n: number, space: SearchSpace, board: readonly Cell[], second: Cell): string {
  const begins = board.slice(0, board.findIndex((queen) => isSameCell(queen, second)) + 1);
  const boards = space.size(n, begins);
  if (boards === 1n) return 'Only the last queen is attacked. The solver tests the next board.';
  const beginning = `${formatCount(boards)} boards begin with these ${begins.length} queens.`;
  return `${beginning} None is a solution, but the solver tests them all.`;
}
