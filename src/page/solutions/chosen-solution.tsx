import type { Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { svgSheet } from '../../board/svg.js';
import { symmetries } from '../../board/symmetries.js';
import { solutionsText } from '../../text/solutions.js';
import { Board } from '../parts/board.js';
import { BoardList } from '../parts/board-list.js';

/** The names of the eight symmetries, in the order of `symmetries`. */
const SYMMETRY_NAMES = [
  'shown above',
  'quarter turn',
  'half turn',
  'quarter turn back',
  'flip left to right',
  'flip across /',
  'flip top to bottom',
  'flip across \\',
] as const;

/** A solution and its images, each with the name of its symmetry. */
export function ChosenSolution(props: {
  readonly placement: Placement;
  readonly onChoose: (placement: Placement) => void;
}) {
  const { placement, onChoose } = props;
  const images = symmetries.map((apply, i) => ({ queens: apply(placement), note: SYMMETRY_NAMES[i] }));
  const distinct = images.filter(({ queens }, i) => i === images.findIndex((other) => isEqual(other.queens, queens)));
  const n = placement.length;
  const shown = [{ placement, number: 1 }];
  const files = [
    ['drawing', 'svg', `image/svg+xml,${encodeURIComponent(svgSheet(n, shown))}`],
    ['text', 'txt', `text/plain,${encodeURIComponent([...solutionsText(n, shown, 'board')].join(''))}`],
  ] as const;

  return (
    <>
      <Board n={n} queens={placement.map((col, row): Cell => [row, col])} label={`Solution ${placement.join(' ')}`} />
      <p class="columns" aria-live="polite">
        <code>{placement.join(' ')}</code>
      </p>
      <p class="files">
        {files.map(([kind, ending, data]) => (
          <a key={kind} href={`data:${data}`} download={`${n}-queens.${ending}`}>
            Save as {kind}
          </a>
        ))}
      </p>
      <h3>Rotations and reflections: {distinct.length}</h3>
      <BoardList
        boards={distinct.map((image) => ({ ...image, name: `image ${image.queens.join(' ')}` }))}
        chosen={0}
        onChoose={(index) => onChoose(distinct[index]?.queens ?? placement)}
      />
    </>
  );
}

/** Returns whether two placements have the same queens. */
export function isEqual(a: Placement, b: Placement): boolean {
  return String(a) === String(b);
}
