import { plural } from '../../text/numbers.js';
import { crossingDiagonals, diagonalName, isSameDiagonal, keyOf, matrixRow } from './half-boards.js';
import { HalvesBoard, halves } from './half-pictures.js';
import { NO_DETAIL, type StepProps, useHalves } from './why-state.js';
import { KEYS_AT_ONCE } from './work.js';

/** The lower list as a bit matrix, and the rows of it that the upper half's key asks for. */
export function MatrixStep({ state, change }: StepProps) {
  const { n } = state;
  const { cut, set, upper, half } = useHalves(state);
  const key = keyOf(upper, 'above');
  const taken = Math.min(state.detail.row ?? 0, key.length);
  const setTaken = (row: number) => change({ detail: { row } });
  const done = key.slice(0, taken);
  const result = set.below.map((_, place) => done.some((diagonal) => matrixRow(set.below, diagonal)[place]));
  const zeros = result.filter((bit) => !bit).length;
  const isOver = taken === key.length;
  const next = key[taken];

  return (
    <>
      <div class="why-text">
        <p>
          Testing pair by pair is still too slow. So the lower list is turned by a quarter: each column of this table is
          the key of one lower half, and each row says which of them occupy one diagonal. For an upper half, take the
          rows of the diagonals that it occupies and OR them, a row at a time. What is still 0 at the end fits.
        </p>
        <p>
          Here a row has {plural(set.below.length, 'bit')}. In the program it has {KEYS_AT_ONCE}, as many as a vector
          register, so one instruction tests {KEYS_AT_ONCE} pairs; it takes five or six rows together from tables made
          beforehand, and only counts the zeros. No solution is ever looked at.
        </p>
        <div class="controls">
          <button type="button" class="main" onClick={() => setTaken(taken + 1)} disabled={isOver}>
            OR the next row
          </button>
          <button type="button" onClick={() => setTaken(key.length)} disabled={isOver}>
            All rows
          </button>
          <button type="button" onClick={() => setTaken(0)} disabled={taken === 0}>
            Start over
          </button>
          <button
            type="button"
            disabled={set.above.length < 2}
            onClick={() => change({ half: (half + 1) % set.above.length, detail: NO_DETAIL })}
          >
            Next upper half
          </button>
        </div>
        <p role="status">
          {isOver
            ? `All ${key.length} rows are ORed: ${plural(zeros, 'zero')}, so ${halves(zeros, 'lower')} ${zeros === 1 ? 'fits' : 'fit'} upper half ${half + 1}.`
            : `${taken} of ${plural(key.length, 'row')} ORed. Next is diagonal ${next ? diagonalName(next) : ''}.`}
        </p>
      </div>
      <div class="why-picture side-by-side">
        <div class="scroll">
          <table class="matrix">
            <caption>Lower halves, by the diagonals that they occupy</caption>
            <tbody>
              {crossingDiagonals(n).map((diagonal) => {
                const isAsked = key.some((one) => isSameDiagonal(one, diagonal));
                const isDone = done.some((one) => isSameDiagonal(one, diagonal));
                const isNext = next !== undefined && isSameDiagonal(next, diagonal);
                return (
                  <tr
                    key={diagonalName(diagonal)}
                    class={isDone ? 'done' : isNext ? 'next' : isAsked ? 'asked' : undefined}
                  >
                    <th scope="row">
                      {diagonalName(diagonal)} {isAsked ? '•' : ''}
                    </th>
                    {matrixRow(set.below, diagonal).map((bit, place) => (
                      <td key={place} class={bit ? 'one' : undefined}>
                        {bit ? 1 : 0}
                      </td>
                    ))}
                  </tr>
                );
              })}
              <tr class="result-row">
                <th scope="row">OR</th>
                {result.map((bit, place) => (
                  <td key={place} class={bit ? 'one' : isOver ? 'fits' : undefined}>
                    {bit ? 1 : 0}
                  </td>
                ))}
              </tr>
            </tbody>
          </table>
          <p class="hint">• the upper half occupies this diagonal</p>
        </div>
        <HalvesBoard cut={cut} above={upper} diagonals={isOver ? key : next ? [next] : []} />
      </div>
    </>
  );
}
