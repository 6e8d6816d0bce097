import type { ComponentChildren } from 'preact';
import { Board, CELL, cellName, columnsInWords, Line } from '../parts/board.js';
import { attackingPairs, type Half } from './halves.js';

/** A board with its cut and two halves. Red lines join the queens that attack each other across the cut. */
export function HalvesBoard(props: {
  readonly n: number;
  readonly upper: Half;
  readonly lower: Half;
  readonly children?: ComponentChildren;
}) {
  const { n, upper, lower, children } = props;
  const pairs = attackingPairs(upper, lower);
  const y = upper.queens.length * CELL;
  const below = columnsInWords([...lower.queens].reverse());
  const halves = `upper half ${columnsInWords(upper.queens)}, lower half ${below}`;
  const label = `Board with ${halves}, queens that attack each other: ${pairs.length}`;
  return (
    <Board n={n} queens={[...upper.cells, ...lower.cells]} isSolved={pairs.length === 0} label={label}>
      {pairs.map(([one, other]) => (
        <Line key={`${cellName(one)} ${cellName(other)}`} className="attack" from={one} to={other} />
      ))}
      <line class="cut" x1={0} x2={n * CELL} y1={y} y2={y} />
      {children}
    </Board>
  );
}

/** Says whether two halves fit. */
export function Verdict({ upper, lower }: { readonly upper: Half; readonly lower: Half }) {
  return attackingPairs(upper, lower).length === 0 ? (
    <b class="good">These halves fit: a solution.</b>
  ) : (
    <b class="bad">These halves clash.</b>
  );
}
