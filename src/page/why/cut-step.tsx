import { formatCount } from '../../text/numbers.js';
import { CELL } from '../parts/board.js';
import { Field } from '../parts/controls.js';
import { cellsOf } from './half-boards.js';
import { HalfList, HalvesBoard, halves, MiniHalf } from './half-pictures.js';
import { columnsIn, NO_DETAIL, type StepProps, useHalves } from './why-state.js';

/** Cuts the board where the reader drags the cut, and chooses the columns of the upper half. */
export function CutStep({ state, change }: StepProps) {
  const { n, rows } = state;
  const { cut, set, upper, half, others } = useHalves(state);
  const listed = cut.sets.reduce((sum, { above, below }) => sum + above.length + below.length, 0);

  function moveCut(to: number): void {
    const within = Math.max(1, Math.min(n - 1, to));
    if (within !== rows) change({ rows: within, columns: undefined, half: undefined, detail: NO_DETAIL });
  }
  function drag({ currentTarget, clientY, buttons }: PointerEvent): void {
    if (buttons === 0 || !(currentTarget instanceof SVGElement)) return;
    const frame = currentTarget.ownerSVGElement?.querySelector('.frame')?.getBoundingClientRect();
    if (frame) moveCut(Math.round(((clientY - frame.top) * n) / frame.height));
  }

  return (
    <>
      <div class="why-text">
        <p>
          Cut the board in two and list what each half can look like, without the other: queens in its rows that do not
          attack each other. When do an upper and a lower half make a solution? Their rows are never the same. Their
          columns must not be either: if the upper half uses columns {columnsIn(set.columns).join(', ')}, the lower one
          must use {others.join(', ')}.
        </p>
        <p>
          So the halves are kept in lists by <em>column set</em>, and only two lists meet at a time. All lists together
          have {formatCount(listed)} halves, far fewer than the tree has nodes. Choose a column set; drag the cut, or
          use the range.
        </p>
        <Field name={`Rows above the cut: ${rows} of ${n}`} isWide>
          {(id) => (
            <input
              id={id}
              type="range"
              min={1}
              max={n - 1}
              value={rows}
              onInput={(event) => moveCut(Number(event.currentTarget.value))}
            />
          )}
        </Field>
        <p class="hint">Column sets of the upper half, each with its number of upper · lower halves:</p>
        {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields */}
        <div class="column-sets" role="group" aria-label="Column sets of the upper half">
          {cut.sets.map(({ columns, above, below }) => (
            <button
              key={columns}
              type="button"
              class="column-set"
              aria-pressed={columns === set.columns}
              aria-label={`columns ${columnsIn(columns).join(' ')}, upper and lower halves: ${above.length}·${below.length}`}
              onClick={() => change({ columns: columnsIn(columns), half: 0, detail: NO_DETAIL })}
            >
              <svg viewBox={`0 0 ${n} 1`} aria-hidden="true">
                {columnsIn(columns).map((column) => (
                  <rect key={column} x={column + 0.08} y={0.08} width={0.84} height={0.84} />
                ))}
              </svg>
              <span>
                {above.length}·{below.length}
              </span>
            </button>
          ))}
        </div>
      </div>
      <div class="why-picture with-lists">
        <HalvesBoard cut={cut} above={upper}>
          {set.below[0] &&
            cellsOf(n, set.below[0], 'below').map(([, column]) => (
              <rect
                key={column}
                class="open-column"
                x={column * CELL}
                y={rows * CELL}
                width={CELL}
                height={(n - rows) * CELL}
              />
            ))}
          <rect
            class="cut-handle"
            x={0}
            y={rows * CELL - 7}
            width={n * CELL}
            height={14}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
          />
        </HalvesBoard>
        <h3>{halves(set.above.length, 'upper')} on these columns</h3>
        <HalfList
          n={n}
          list={set.above}
          side="above"
          chosen={half}
          onChoose={(place) => change({ columns: columnsIn(set.columns), half: place, detail: NO_DETAIL })}
        />
        <h3>{halves(set.below.length, 'lower')} on the others</h3>
        <ul class="boards halves plain-list">
          {set.below.map((lower) => (
            <li key={lower.queens.join()}>
              <MiniHalf n={n} queens={lower.queens} isBelow />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
