import type { ComponentChildren } from 'preact';
import { plural } from '../../core/text/numbers.js';
import { Board, CELL, formatCell, formatColumns, Line } from '../parts/board.js';
import { findAttackingPairs, type Half } from './halves.js';

/** A board with its cut and two halves. Red lines join the queens that attack each other across the cut. */
export function HalvesBoard(props: {
  readonly n: number;
  readonly upper: Half;
  readonly lower: Half;
  readonly children?: ComponentChildren;
}) {
  const { n, upper, lower, children } = props;
  const pairs = findAttackingPairs(upper, lower);
  const y = upper.queens.length * CELL;
  const below = formatColumns([...lower.queens].reverse());
  const halves = `upper half ${formatColumns(upper.queens)}, lower half ${below}`;
  const label = `Board with ${halves}, ${plural(pairs.length, 'attack')} across the cut`;
  return (
    <Board n={n} queens={[...upper.cells, ...lower.cells]} isSolved={pairs.length === 0} label={label}>
      <rect data-part="upper" width={n * CELL} height={y} />
      <rect data-part="lower" y={y} width={n * CELL} height={n * CELL - y} />
      {pairs.map(([one, other]) => (
        <g key={`${formatCell(one)} ${formatCell(other)}`} data-part="clash">
          <Line className="attack" from={one} to={other} />
        </g>
      ))}
      <line class="cut" data-part="cut" x1={0} x2={n * CELL} y1={y} y2={y} />
      {children}
    </Board>
  );
}

export function Verdict({ upper, lower }: { readonly upper: Half; readonly lower: Half }) {
  return findAttackingPairs(upper, lower).length === 0 ? (
    <b class="good">These halves fit: a solution.</b>
  ) : (
    <b class="bad">These halves clash.</b>
  );
}
