import type { ComponentChildren } from 'preact';
import { Board, CELL, cellName, Line } from '../parts/board.js';
import { attackingPairs, cellsOfHalf, type Half } from './halves.js';

/** A board with its cut and two halves. Red lines join the queens that attack each other across the cut. */
export function HalvesBoard(props: {
  readonly n: number;
  readonly upper: Half;
  readonly lower: Half;
  readonly children?: ComponentChildren;
}) {
  const { n, upper, lower, children } = props;
  const pairs = attackingPairs(n, upper, lower);
  const rows = upper.queens.length;
  const queens = [...cellsOfHalf(n, upper), ...cellsOfHalf(n, lower)];
  const label = [
    `Board of ${n} by ${n}, cut below row ${rows - 1}`,
    `upper half with queens in columns ${upper.queens.join(' ')}`,
    `lower half with queens in columns ${lower.queens.toReversed().join(' ')}`,
    pairs.length === 0 ? 'they fit' : `${pairs.length} pairs of queens attack each other`,
  ];
  return (
    <Board n={n} queens={queens} label={label.join('; ')}>
      {children}
      {pairs.map(([one, other]) => (
        <Line key={`${cellName(one)} ${cellName(other)}`} className="attack" from={one} to={other} />
      ))}
      <line class="cut" x1={0} x2={n * CELL} y1={rows * CELL} y2={rows * CELL} />
    </Board>
  );
}

/** Says whether two halves fit. */
export function Verdict({ n, upper, lower }: { readonly n: number; readonly upper: Half; readonly lower: Half }) {
  return attackingPairs(n, upper, lower).length === 0 ? (
    <b class="good">These halves fit: a solution.</b>
  ) : (
    <b class="bad">These halves clash.</b>
  );
}
