import { isSame, type Placement } from '../../board/placement.js';
import { svgSheet } from '../../board/svg.js';
import { orbit, symmetries } from '../../board/symmetries.js';
import { solutionsText } from '../../text/solutions.js';
import { Board, cellsOf } from '../parts/board.js';
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
  const images = orbit(placement).sort((a, b) => String(a).localeCompare(String(b))); // the same order for each choice
  const nameOf = (image: Placement) => SYMMETRY_NAMES[symmetries.findIndex((apply) => isSame(apply(placement), image))];
  const n = placement.length;
  const shown = [{ placement, number: 1 }];
  const files = [
    ['drawing', 'svg', `image/svg+xml,${encodeURIComponent(svgSheet(n, shown))}`],
    ['text', 'txt', `text/plain,${encodeURIComponent([...solutionsText(n, shown, 'board')].join(''))}`],
  ] as const;

  return (
    <>
      <Board n={n} queens={cellsOf(placement)} label={`Solution ${placement.join(' ')}`} />
      <p class="columns" aria-live="polite">
        <code>{placement.join(' ')}</code>
      </p>
      <p class="row">
        {files.map(([kind, ending, data]) => (
          <a key={kind} href={`data:${data}`} download={`${n}-queens-${placement.join('-')}.${ending}`}>
            Save as {kind}
          </a>
        ))}
      </p>
      <h3>Rotations and reflections: {images.length}</h3>
      <BoardList
        label="Rotations and reflections"
        boards={images.map((queens) => ({ queens, note: nameOf(queens), name: `image ${queens.join(' ')}` }))}
        chosen={images.findIndex((image) => isSame(image, placement))}
        onChoose={(index) => onChoose(images[index] ?? placement)}
      />
    </>
  );
}
