import { plural } from '../../text/numbers.js';
import { crossingDiagonals, type Diagonal, diagonalName, isSameDiagonal, keyOf } from './half-boards.js';
import { HalfList, HalvesBoard } from './half-pictures.js';
import { columnsIn, NO_DETAIL, type StepProps, useHalves } from './why-state.js';

/** What the lower half has to know of the upper one: a bit for each diagonal that crosses the cut. */
export function KeyStep({ state, change }: StepProps) {
  const { n } = state;
  const { cut, set, upper, half } = useHalves(state);
  const key = keyOf(upper, 'above');
  const all = crossingDiagonals(n);
  const shown = state.detail.bit === undefined ? key[0] : all[Math.min(state.detail.bit, all.length - 1)];
  const isTaken = (diagonal: Diagonal) => key.some((one) => isSameDiagonal(one, diagonal));

  function choose(diagonal: Diagonal | undefined): void {
    change({ detail: diagonal ? { bit: all.findIndex((one) => isSameDiagonal(one, diagonal)) } : NO_DETAIL });
  }
  /** The next bit that is 1 after the one that is shown, from the beginning after the last. */
  function next(): void {
    const ones = all.filter(isTaken);
    const at = shown ? all.findIndex((one) => isSameDiagonal(one, shown)) : -1;
    choose(ones.find((diagonal) => all.indexOf(diagonal) > at) ?? ones[0]);
  }
  return (
    <>
      <div class="why-text">
        <p>
          Rows and columns are settled; only diagonals are left. {plural(n - 1, 'diagonal')} of either direction cross
          this cut. A half is therefore worth no more than {2 * (n - 1)} bits, its <em>key</em>: one for each of these
          diagonals, 1 if a queen stands on it. Where the queens stand does not matter any more.
        </p>
        <p>Press a bit to see its diagonal on the board, or go through those that are 1.</p>
        {(['falling', 'rising'] as const).map((direction) => (
          <div key={direction} class="key">
            <span>{direction === 'falling' ? 'falling \\' : 'rising /'}</span>
            {all
              .filter((diagonal) => diagonal.direction === direction)
              .map((diagonal) => (
                <button
                  key={diagonal.bit}
                  type="button"
                  class={isTaken(diagonal) ? 'bit one' : 'bit'}
                  aria-pressed={shown !== undefined && isSameDiagonal(shown, diagonal)}
                  aria-label={`diagonal ${diagonalName(diagonal)}: ${isTaken(diagonal) ? 1 : 0}`}
                  onClick={() => choose(diagonal)}
                >
                  {isTaken(diagonal) ? 1 : 0}
                </button>
              ))}
          </div>
        ))}
        <div class="controls">
          <button type="button" class="main" onClick={next}>
            Next bit that is 1
          </button>
        </div>
        <p role="status">
          {shown ? sentence(shown, isTaken(shown)) : 'No queen of this half is on a diagonal across the cut.'}
        </p>
        <h3>Another upper half on columns {columnsIn(set.columns).join(', ')}</h3>
        <HalfList
          n={n}
          list={set.above}
          side="above"
          chosen={half}
          onChoose={(place) => change({ columns: columnsIn(set.columns), half: place, detail: NO_DETAIL })}
        />
      </div>
      <div class="why-picture">
        <HalvesBoard
          cut={cut}
          above={upper}
          diagonals={shown ? [shown] : []}
          look={shown && isTaken(shown) ? 'lit' : 'free'}
        />
      </div>
    </>
  );
}

function sentence(diagonal: Diagonal, isTaken: boolean): string {
  const name = `Diagonal ${diagonalName(diagonal)}`;
  return isTaken
    ? `${name} is 1: a queen above stands on it, so no queen below may.`
    : `${name} is 0: no queen above stands on it, so one below may.`;
}
