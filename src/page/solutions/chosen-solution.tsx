import type { Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { orbit, symmetries } from '../../board/symmetries.js';
import { Board, MiniBoard } from '../parts/board.js';

/** The names of the eight symmetries, in the order of `symmetries`. */
const SYMMETRY_NAMES = [
  'shown above',
  'quarter turn',
  'half turn',
  'quarter turn back',
  'mirror left to right',
  'mirror at /',
  'mirror top to bottom',
  'mirror at \\',
] as const;

/** A solution with its images: each is named by the symmetry that leads to it. */
export function ChosenSolution(props: {
  readonly placement: Placement;
  readonly onChoose: (placement: Placement) => void;
}) {
  const { placement, onChoose } = props;
  const siblings = orbit(placement).sort(byColumns);
  const images = symmetries.map((apply) => String(apply(placement)));

  return (
    <>
      <Board
        n={placement.length}
        queens={placement.map((col, row): Cell => [row, col])}
        label={`Solution ${placement.join(' ')}`}
      />
      <p class="columns" aria-live="polite">
        <code>{placement.join(' ')}</code>
      </p>
      <h3>Symmetric siblings: {siblings.length}</h3>
      <ul class="boards">
        {siblings.map((sibling) => {
          const name = SYMMETRY_NAMES[images.indexOf(String(sibling))];
          return (
            <li key={String(sibling)}>
              <button
                type="button"
                aria-pressed={String(sibling) === String(placement)}
                aria-label={`${name}, sibling ${sibling.join(' ')}`}
                onClick={() => onChoose(sibling)}
              >
                <MiniBoard queens={sibling} />
                <span class="note">{name}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function byColumns(a: Placement, b: Placement): number {
  const row = a.findIndex((col, i) => col !== b[i]);
  return (a[row] ?? 0) - (b[row] ?? 0);
}
