import { useMemo } from 'preact/hooks';
import { formatCount } from '../../text/numbers.js';
import { Range } from '../parts/controls.js';
import { INSTRUCTIONS_PER_QUESTION } from './figures.js';
import { crossingDiagonals, diagonalName, isTaken, keyOf, LARGE_N, longLists, REGISTER } from './half-boards.js';
import { columnNames } from './half-pictures.js';
import type { StepProps } from './why-state.js';

/** Shows 128 lower halves of 16 queens as a table of bits, and compares an upper half with them. */
export function VectorStep({ state: { at = 0 }, change }: StepProps) {
  const { columns, upper, list, first } = useMemo(longLists, []);
  const lowers = list.slice(first, first + REGISTER);
  const key = keyOf(upper);
  const taken = Math.min(at, key.length);
  const done = key.slice(0, taken);
  const zeros = lowers.flatMap((lower, i) => (done.some((diagonal) => isTaken(lower, diagonal)) ? [] : [i]));
  const label = `${taken} of ${key.length} rows ORed: ${zeros.length} of ${REGISTER} bits are 0`;
  const rows = crossingDiagonals(LARGE_N).map((diagonal) => {
    const name = diagonalName(LARGE_N, diagonal);
    const isAsked = isTaken(upper, diagonal);
    const className = done.includes(diagonal) ? 'done' : isAsked ? 'asked' : undefined;
    const bits = lowers.flatMap((lower, i) => (isTaken(lower, diagonal) ? [i] : []));
    return { name: isAsked ? `${name} •` : name, className, bits };
  });
  const result = { name: 'OR: 0', className: 'zeros', bits: zeros };

  return (
    <>
      <div class="why-text">
        <p>
          A processor has registers of {REGISTER} bits, and one instruction combines two of them by OR. The picture
          shows the table of step 7 for {LARGE_N} queens: one upper half on the columns {columnNames(columns)}, and{' '}
          {REGISTER} of the {formatCount(list.length)} lower halves on the other columns. A row is a diagonal, a column
          is a lower half, and a mark is a 1. Each row fills a register, so each OR works on {REGISTER} pairs.
        </p>
        <Range name={label} most={key.length} value={taken} onChoose={(to) => change({ at: to })} />
        <p>
          The diagonals of the upper half have a dot (•). The last line marks the zeros of the result. At the end they
          are the lower halves that fit.
        </p>
        <p>
          The program also avoids most of the ORs. It divides the rows into groups of six to eight, and stores the OR of
          every choice of rows in a group. A <em>question</em> compares one upper half with {REGISTER} lower halves. It
          needs four or five look-ups and the ORs between them. The zeros are counted, and no solution is ever built.
          All this takes about {INSTRUCTIONS_PER_QUESTION} instructions: two loads for each look-up, three or four ORs,
          and seven to count the zeros. If only a few halves are left, they are compared one by one.
        </p>
      </div>
      <div class="why-picture">
        <div class="bit-picture" role="img" aria-label={`Table of bits. ${label}`}>
          <ol>
            {[...rows, result].map(({ name, className }) => (
              <li key={name} class={className}>
                {name}
              </li>
            ))}
          </ol>
          <svg viewBox={`0 0 ${REGISTER} ${rows.length + 1}`} preserveAspectRatio="none" aria-hidden="true">
            {[...rows, result].map(({ name, className, bits }, row) => (
              <path key={name} class={className} d={bits.map((bit) => `M${bit + 0.5} ${row + 0.1}v.8`).join('')} />
            ))}
          </svg>
        </div>
      </div>
    </>
  );
}
