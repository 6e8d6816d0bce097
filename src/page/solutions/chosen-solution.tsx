import { isSame, type Placement } from '../../board/placement.js';
import { svgSheet } from '../../board/svg.js';
import { orbit, symmetries } from '../../board/symmetries.js';
import { BoardList } from '../parts/board-list.js';

/** The names of the eight symmetries, in the order of `symmetries`. */
const SYMMETRY_NAMES = [
  'as chosen',
  'quarter turn',
  'half turn',
  'quarter turn back',
  'flip left to right',
  'flip across /',
  'flip top to bottom',
  'flip across \\',
] as const;

/** The images of a solution, each with the name of its symmetry. */
export function ChosenSolution(props: {
  readonly placement: Placement;
  readonly onChoose: (placement: Placement) => void;
}) {
  const { placement, onChoose } = props;
  const images = orbit(placement).sort((a, b) => String(a).localeCompare(String(b))); // the same order for each choice
  const nameOf = (image: Placement) => SYMMETRY_NAMES[symmetries.findIndex((apply) => isSame(apply(placement), image))];
  const drawing = encodeURIComponent(svgSheet(placement.length, [{ placement, number: 1 }]));

  return (
    <section class="images" aria-labelledby="images">
      <h2 id="images">Turned and mirrored</h2>
      <p class="row hint">
        <code aria-live="polite">{placement.join(' ')}</code>
        <a href={`data:image/svg+xml,${drawing}`} download={`${placement.length}-queens-${placement.join('-')}.svg`}>
          Save as drawing
        </a>
      </p>
      <BoardList
        label="Turned and mirrored"
        boards={images.map((queens) => ({ queens, note: nameOf(queens), name: `image ${queens.join(' ')}` }))}
        chosen={images.findIndex((image) => isSame(image, placement))}
        onChoose={(index) => onChoose(images[index] ?? placement)}
      />
    </section>
  );
}
