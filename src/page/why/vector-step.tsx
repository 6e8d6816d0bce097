import { useMemo } from 'preact/hooks';
import { formatCount } from '../../text/numbers.js';
import { Range } from '../parts/controls.js';
import { INSTRUCTIONS_A_QUESTION } from './figures.js';
import { crossingDiagonals, diagonalName, isTaken, keyOf, LARGE_N, longLists, REGISTER } from './half-boards.js';
import { columnNames } from './half-pictures.js';
import type { StepProps } from './why-state.js';

/** Shows 128 lower halves of 16 queens as a table of bits, and the question of an upper half. */
export function VectorStep({ state: { detail }, change }: StepProps) {
  const { columns, upper, list, first } = useMemo(longLists, []);
  const lowers = list.slice(first, first + REGISTER);
  const key = keyOf(upper);
  const taken = Math.min(detail.or ?? 0, key.length);
  const done = key.slice(0, taken);
  const zeros = lowers.flatMap((lower, i) => (done.some((diagonal) => isTaken(lower, diagonal)) ? [] : [i]));
  const said = `${taken} of ${key.length} rows ORed: ${zeros.length} of ${REGISTER} bits are 0`;

  return (
    <>
      <div class="why-text">
        <p>
          A processor has registers of {REGISTER} bits, and one instruction combines two of them by OR. The picture is
          the table for {LARGE_N} queens: one upper half on the columns {columnNames(columns)}, and {REGISTER} of the{' '}
          {formatCount(list.length)} lower halves on the others. Each row fills a register. So each OR does its work for{' '}
          {REGISTER} pairs.
        </p>
        <Range name={said} most={key.length} value={taken} onChoose={(to) => change({ detail: { or: to } })} />
        <p>
          The program saves most of the ORs, too. It combines rows in groups of six to eight beforehand, for every
          choice of rows in a group, and keeps the results. Then a <em>question</em>, one upper half to {REGISTER} lower
          ones, is four or five look-ups with the ORs between them. The zeros are only counted; no solution is ever
          looked at. All that takes about {INSTRUCTIONS_A_QUESTION} instructions: two loads for a look-up, three or four
          ORs, and seven to add up the zeros. A few halves left over are compared one by one.
        </p>
      </div>
      <div class="why-picture">
        <svg class="bit-picture" viewBox={`-4 0 ${REGISTER + 4} 70`} role="img" aria-label={`Table of bits. ${said}`}>
          {crossingDiagonals(LARGE_N).map((diagonal, row) => {
            const isDone = done.map(diagonalName).includes(diagonalName(diagonal));
            return (
              <g key={diagonalName(diagonal)} class={isDone ? 'done' : isTaken(upper, diagonal) ? 'asked' : undefined}>
                {isTaken(upper, diagonal) && <circle cx={-2} cy={2 * row + 1} r={0.7} />}
                <Bits columns={lowers.flatMap((lower, i) => (isTaken(lower, diagonal) ? [i] : []))} row={row} />
              </g>
            );
          })}
          <g class="zeros">
            <Bits columns={zeros} row={2 * (LARGE_N - 1) + 2} />
          </g>
        </svg>
        <p class="hint">
          A line of the picture is a diagonal, a dot a 1. Marked lines are the diagonals of the upper half. The last
          line has the zeros of the result: in the end, the lower halves that fit.
        </p>
      </div>
    </>
  );
}

/** Bits of a row as small squares. */
function Bits({ columns, row }: { readonly columns: readonly number[]; readonly row: number }) {
  return <path d={columns.map((column) => `M${column + 0.5} ${2 * row + 0.2}v1.6`).join('')} />;
}
