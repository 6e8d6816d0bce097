import { useMemo, useRef } from 'preact/hooks';
import type { Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { classSize, isFundamental, mirror, orbit, quarterTurn } from '../../board/symmetries.js';
import { plural } from '../../text/numbers.js';
import { solutions } from '../../textbook/bitmask.js';
import { Board, CELL, middleOf } from '../parts/board.js';
import { BoardList } from '../parts/board-list.js';
import { PICKED_OF_16 } from './figures.js';
import { countedSolutions, type MiddleQueen, middleLines, middleQueens, ruleFor } from './middle-lines.js';
import type { StepProps } from './why-state.js';

/** Duration of a turn in milliseconds. */
const TURN = 600;

/** Turns and mirrors a solution, and shows its counted images. */
export function SymmetryStep({ state: { n, solution }, change }: StepProps) {
  const picture = useRef<HTMLDivElement>(null);
  const all = useMemo(() => [...solutions(n)], [n]);
  const classes = useMemo(() => all.filter(isFundamental), [all]);
  const weights = useMemo(() => countedSolutions(n), [n]);
  const shown = solution && all.some((other) => String(other) === String(solution)) ? solution : (classes[0] ?? []);
  const images = orbit(shown).sort((a, b) => String(a).localeCompare(String(b)));
  const index = classes.findIndex((one) => images.some((image) => String(image) === String(one)));
  const weight = weights.get(String(shown));
  const queens = middleQueens(shown);

  /** Animates a symmetry, then shows the image. */
  function turn(to: (placement: Placement) => Placement, transform: string): void {
    const board = picture.current?.querySelector('.queens');
    const image = to(shown);
    if (!board || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      change({ solution: image });
      return;
    }
    const animation = board.animate([{ transform: 'none' }, { transform }], { duration: TURN, easing: 'ease-in-out' });
    animation.onfinish = () => change({ solution: image });
  }

  return (
    <>
      <div class="why-text">
        <p>
          A solution that is turned or mirrored is still a solution. So solutions form classes of up to eight images, or
          fewer if a turn gives the same board. Finding one image and counting it for its whole class is an eighth of
          the work. {n} queens have {all.length} solutions in {classes.length} classes: {sumOf(classes.map(classSize))}{' '}
          = {all.length}.
        </p>
        <p>
          Comparing images would take time and memory. A rule for a single board is better. It uses the{' '}
          <em>middle lines</em>, outlined on the board: {ruleFor(n)}. If one image of eight meets the rule, it counts
          for all eight. If distances are equal, several images meet the rule, and each counts for fewer images.
        </p>
        <div class="controls">
          <button type="button" onClick={() => turn(quarterTurn, 'rotate(90deg)')}>
            Quarter turn
          </button>
          <button type="button" onClick={() => turn(mirror, 'scaleX(-1)')}>
            Mirror
          </button>
          <button type="button" onClick={() => change({ solution: classes[(index + 1) % classes.length] })}>
            Another class
          </button>
        </div>
        <p>
          Class {index + 1} of {classes.length}, {plural(images.length, 'image')}. Each counts for the number below it:
        </p>
        <BoardList
          isSmall
          boards={images.map((queens) => ({
            queens,
            note: `× ${weights.get(String(queens)) ?? 0}`,
            ...(weights.has(String(queens)) && { className: 'fits' }),
          }))}
          chosen={images.findIndex((image) => String(image) === String(shown))}
          onChoose={(image) => change({ solution: images[image] })}
        />
        <p>
          Of all {all.length} solutions, the rule picks {weights.size}: {sumOf([...weights.values()])} = {all.length}.
          On larger boards, equal distances are rarer. For 16 queens, the rule picks one solution in {PICKED_OF_16}.
        </p>
      </div>
      <div class="why-picture">
        <div ref={picture}>
          <Board n={n} queens={shown.map((col, row): Cell => [row, col])} label={`Solution ${shown.join(' ')}`}>
            <MiddleLines n={n} queens={queens} />
          </Board>
        </div>
        <p role="status">
          Distances from the middle: {queens.map(({ line, distance }) => `${line}: ${distance}`).join(', ')}.{' '}
          {weight === undefined ? 'Not counted.' : `Counts for ${weight}.`}
        </p>
      </div>
    </>
  );
}

/** Outlines of the middle lines, and rings around their queens. The first queen has a thick ring. */
function MiddleLines({ n, queens }: { readonly n: number; readonly queens: readonly MiddleQueen[] }) {
  const lines = middleLines(n);
  const [first = 0, width] = [lines[0], lines.length * CELL];
  return (
    <>
      <rect class="outline" y={first * CELL} width={n * CELL} height={width} />
      <rect class="outline" x={first * CELL} width={width} height={n * CELL} />
      {queens.map(({ cell, line }, i) => {
        const [x, y] = middleOf(cell);
        return <circle key={line} class={i === 0 ? 'ring first' : 'ring'} cx={x} cy={y} r={CELL / 2 - 2} />;
      })}
    </>
  );
}

/** Formats a sum of class sizes: `11 × 8 + 1 × 4`. */
function sumOf(sizes: readonly number[]): string {
  const distinct = [...new Set(sizes)].sort((a, b) => b - a);
  return distinct.map((size) => `${sizes.filter((other) => other === size).length} × ${size}`).join(' + ');
}
