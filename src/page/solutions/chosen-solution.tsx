import type { Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { orbit } from '../../board/symmetries.js';
import { Board, MiniBoard } from '../parts/board.js';
import { namedSymmetries } from './completions.js';
import { CopyButtons } from './copy-buttons.js';

/** One solution, what the symmetries of the board make of it, and its siblings. */
export function ChosenSolution(props: {
  readonly placement: Placement;
  readonly onChoose: (placement: Placement) => void;
}) {
  const { placement, onChoose } = props;
  const siblings = orbit(placement).sort(byColumns);
  const queens = placement.map((col, row): Cell => [row, col]);

  return (
    <>
      <Board n={placement.length} queens={queens} label={`Solution ${placement.join(' ')}`} />
      <p class="columns" aria-live="polite">
        <code>{placement.join(' ')}</code>
      </p>
      <h3 id="turn">Turn and mirror</h3>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons are no fields */}
      <div class="operations" role="group" aria-labelledby="turn">
        {namedSymmetries.slice(1).map(({ name, apply }) => (
          <button key={name} type="button" onClick={() => onChoose(apply(placement))}>
            {name}
          </button>
        ))}
      </div>
      <h3>Symmetric siblings: {siblings.length}</h3>
      <ul class="boards siblings">
        {siblings.map((sibling) => (
          <li key={String(sibling)}>
            <button
              type="button"
              aria-pressed={String(sibling) === String(placement)}
              aria-label={`sibling ${sibling.join(' ')}`}
              onClick={() => onChoose(sibling)}
            >
              <MiniBoard placement={sibling} />
            </button>
          </li>
        ))}
      </ul>
      <CopyButtons key={String(placement)} n={placement.length} placements={[placement]} what="this solution" />
    </>
  );
}

function byColumns(a: Placement, b: Placement): number {
  const row = a.findIndex((col, i) => col !== b[i]);
  return (a[row] ?? 0) - (b[row] ?? 0);
}
