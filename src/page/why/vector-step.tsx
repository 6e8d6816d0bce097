import { useMemo } from 'preact/hooks';
import { formatCount } from '../../text/numbers.js';
import { Range } from '../parts/controls.js';
import { INSTRUCTIONS_PER_QUESTION } from './figures.js';
import { crossingDiagonals, diagonalName, isTaken, keyOf, LARGE_N, longLists, REGISTER } from './half-boards.js';
import { columnNames } from './half-pictures.js';
import type { StepProps } from './why-state.js';

/** Shows 128 lower halves of 16 queens as a table of bits, and compares an upper half with them. */
export function VectorStep({ state: { detail }, change }: StepProps) {
  const { columns, upper, list, first } = useMemo(longLists, []);
  const lowers = list.slice(first, first + REGISTER);
  const key = keyOf(upper);
  const taken = Math.min(detail.or ?? 0, key.length);
  const done = key.slice(0, taken);
  const zeros = lowers.flatMap((lower, i) => (done.some((diagonal) => isTaken(lower, diagonal)) ? [] : [i]));
  const label = `${taken} of ${key.length} rows ORed: ${zeros.length} of ${REGISTER} bits are 0`;

  return (
    <>
      <div class="why-text">
        <p>
          A processor has registers of {REGISTER} bits, and one instruction combines two of them by OR. The picture
          shows a table for {LARGE_N} queens: one upper half on the columns {columnNames(columns)}, and {REGISTER} of
          the {formatCount(list.length)} lower halves on the other columns. Each row fills a register, so each OR works
          on {REGISTER} pairs.
        </p>
        <Range name={label} most={key.length} value={taken} onChoose={(to) => change({ detail: { or: to } })} />
        <p>
          The program also avoids most of the ORs. It divides the rows into groups of six to eight, and stores the OR of
          every choice of rows in a group. A <em>question</em> compares one upper half with {REGISTER} lower halves. It
          needs four or five look-ups and the ORs between them. The zeros are counted, and no solution is ever built.
          All this takes about {INSTRUCTIONS_PER_QUESTION} instructions: two loads for each look-up, three or four ORs,
          and seven to count the zeros. If only a few halves are left, they are compared one by one.
        </p>
      </div>
      <div class="why-picture">
        <svg class="bit-picture" viewBox={`-4 0 ${REGISTER + 4} 70`} role="img" aria-label={`Table of bits. ${label}`}>
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
          Each line of the picture is a diagonal, and each dot is a 1. The diagonals of the upper half are marked. The
          last line shows the zeros of the result. At the end they are the lower halves that fit.
        </p>
      </div>
    </>
  );
}

/** Bits of a row as small squares. */
function Bits({ columns, row }: { readonly columns: readonly number[]; readonly row: number }) {
  return <path d={columns.map((column) => `M${column + 0.5} ${2 * row + 0.2}v1.6`).join('')} />;
}
