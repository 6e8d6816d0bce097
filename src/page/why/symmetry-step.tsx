import { useMemo } from 'preact/hooks';
import { isSame, type Placement } from '../../board/placement.js';
import { classSize, isFundamental, mirror, orbit, quarterTurn } from '../../board/symmetries.js';
import { plural } from '../../text/numbers.js';
import { solutions } from '../../textbook/bitmask.js';
import { Board, CELL, cellsOf, middleOf } from '../parts/board.js';
import { BoardList } from '../parts/board-list.js';
import { Button } from '../parts/controls.js';
import { PICKED_OF_16 } from './figures.js';
import { countedSolutions, type MiddleQueen, middleQueens } from './middle-lines.js';
import type { StepProps } from './why-state.js';

/** Turns and mirrors a solution, and shows its counted images. The first solution shown is a counted one. */
export function SymmetryStep({ state: { n, solution }, change }: StepProps) {
  const all = useMemo(() => [...solutions(n)], [n]);
  const classes = useMemo(() => all.filter(isFundamental), [all]);
  const weights = useMemo(() => countedSolutions(n), [n]);
  const countedImage = (one: Placement = []) => orbit(one).find((image) => weights.has(String(image))) ?? one;
  const shown = solution && all.some((other) => isSame(other, solution)) ? solution : countedImage(classes[0]);
  const images = orbit(shown).sort((a, b) => String(a).localeCompare(String(b)));
  const index = classes.findIndex((one) => images.some((image) => isSame(image, one)));
  const weight = weights.get(String(shown));
  const queens = middleQueens(shown);
  const faults = queens.flatMap(({ line, fault }) => (fault ? `the queen of ${line} is ${fault}` : []));

  return (
    <>
      <div class="why-text">
        <p>
          A solution that is turned or mirrored is still a solution. So solutions form classes of up to eight images,
          and it is enough to find one of them. {n} queens have {all.length} solutions in{' '}
          {classes.length === 1 ? '1 class' : `${classes.length} classes`}: {sumOf(classes.map(classSize))} ={' '}
          {all.length}.
        </p>
        <p>
          Which image is counted? A rule decides, without comparing images. Here is the first counted one. Its{' '}
          <em>middle lines</em> are outlined, and each queen on them has a ring and its distance from the middle. The
          rule: the queen of row {n / 2} (thick ring) must be right of the middle, and no other ringed queen may be
          farther from the middle. A queen that breaks it is red.
        </p>
        <div class="row controls">
          <Button onPress={() => change({ solution: quarterTurn(shown) })}>Quarter turn</Button>
          <Button onPress={() => change({ solution: mirror(shown) })}>Mirror</Button>
          <Button onPress={() => change({ solution: countedImage(classes[(index + 1) % classes.length]) })}>
            Another class
          </Button>
        </div>
        <p>
          Class {index + 1} of {classes.length}, {plural(images.length, 'image')}. Each counts for the number below it:
        </p>
        <BoardList
          label="Images of the solution"
          isSmall
          boards={images.map((queens) => ({
            queens,
            note: `× ${weights.get(String(queens)) ?? 0}`,
            ...(weights.has(String(queens)) && { className: 'fits' }),
          }))}
          chosen={images.findIndex((image) => isSame(image, shown))}
          onChoose={(image) => change({ solution: images[image] })}
        />
        <p>
          If distances are equal, several images meet the rule, and each counts for fewer. In every class, the numbers
          add up to its size. So the rule picks {plural(weights.size, 'board')}, and their sum is exact:{' '}
          {sumOf([...weights.values()])} = {all.length}. For 16 queens, it picks one solution in {PICKED_OF_16}.
        </p>
      </div>
      <div class="why-picture">
        <Board n={n} queens={cellsOf(shown)} label={`Solution ${shown.join(' ')}`}>
          <MiddleLines n={n} queens={queens} />
        </Board>
        <p role="status">
          Distances: {queens.map(({ line, distance }) => `${line}: ${distance}`).join(', ')}.{' '}
          {weight === undefined ? `Not counted: ${faults.join(', and ')}.` : `Counts for ${weight}.`}
        </p>
      </div>
    </>
  );
}

/** Outlines of the middle lines, and a ring and a distance for each of their queens. The first ring is thick. */
function MiddleLines({ n, queens }: { readonly n: number; readonly queens: readonly MiddleQueen[] }) {
  const first = (n / 2 - 1) * CELL;
  return (
    <>
      <rect class="outline" y={first} width={n * CELL} height={2 * CELL} />
      <rect class="outline" x={first} width={2 * CELL} height={n * CELL} />
      {queens.map(({ cell, line, distance, fault }, i) => {
        const [x, y] = middleOf(cell);
        return (
          <g key={line} class={fault ? 'middle fault' : 'middle'}>
            <circle class={i === 0 ? 'ring first' : 'ring'} cx={x} cy={y} r={CELL / 2 - 2} />
            <rect x={x - CELL / 2} y={y - CELL / 2} width={11} height={7.5} />
            <text x={x - CELL / 2 + 5.5} y={y - CELL / 2 + 6} text-anchor="middle">
              {distance}
            </text>
          </g>
        );
      })}
    </>
  );
}

/** Formats a sum of class sizes: `11 × 8 + 1 × 4`. */
function sumOf(sizes: readonly number[]): string {
  const distinct = [...new Set(sizes)].sort((a, b) => b - a);
  return distinct.map((size) => `${sizes.filter((other) => other === size).length} × ${size}`).join(' + ');
}
