/** The logarithmic scale of the race, for tests: each factor of ten is the same distance. */
import { countBoardsToTest } from './race-lanes.js';

/** Returns the place of a number of tests on the scale for n queens, from 0 to 1. */
export function placeOnScale(count: number, n: number): number {
  const most = 2 * (countBoardsToTest('combinations', n) ?? 1); // it makes fewer than two tests a board
  return Math.log(Math.max(1, count)) / Math.log(most);
}

const NAMES: readonly (readonly [count: number, name: string])[] = [
  [1, '1 test'],
  [1e3, 'thousand'],
  [1e6, 'million'],
  [1e9, 'billion'],
  [1e12, 'trillion'],
];

export function Ruler({ n }: { readonly n: number }) {
  const marks = NAMES.filter(([count]) => placeOnScale(count, n) <= 1);
  return (
    <span class="ruler" aria-hidden="true">
      {marks.map(([count, name]) => (
        <i
          key={name}
          class={placeOnScale(count, n) > 0.8 ? 'end' : undefined}
          style={{ '--place': placeOnScale(count, n) }}
        >
          {name}
        </i>
      ))}
    </span>
  );
}
