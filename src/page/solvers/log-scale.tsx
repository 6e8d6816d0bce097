/** The logarithmic scale of the race, for tests: each factor of ten is the same distance. */
import { countBoardsToTest } from './race-lanes.js';

/** Returns the place of a number of tests on the scale for n queens, from 0 to 1. */
export function placeOnScale(count: number, n: number): number {
  const most = 2 * (countBoardsToTest('combinations', n) ?? 1); // it makes fewer than two tests a board
  return Math.log(Math.max(1, count)) / Math.log(most);
}

const NAMES: readonly (readonly [count: number, name: string])[] = [
  [1e3, '1,000'],
  [1e6, 'million'],
  [1e9, 'billion'],
  [1e12, 'trillion'],
];

export function Ruler({ n }: { readonly n: number }) {
  // A name stands left of its mark, so those near the start have no room.
  const marks = NAMES.filter(([count]) => placeOnScale(count, n) > 0.25 && placeOnScale(count, n) <= 1);
  return (
    <span class="ruler">
      tests
      {marks.map(([count, name]) => (
        <i key={name} aria-hidden="true" style={{ '--place': placeOnScale(count, n) }}>
          {name}
        </i>
      ))}
    </span>
  );
}
