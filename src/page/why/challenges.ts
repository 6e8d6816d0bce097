/** Challenges for a player who has found a way, from the easiest to the hardest. */
import type { Placement } from '../../core/board/placement.js';

const isMiddle = (column: number) => column >= 2 && column <= 5;
const hasCorner = (way: Placement) => [0, 7].some((row) => way[row] === 0 || way[row] === 7);

/** Returns whether three queens stand in a line, at any angle. */
function hasLine(way: Placement): boolean {
  const slope = (a: number, b: number) => ((way[b] ?? 0) - (way[a] ?? 0)) / (b - a);
  return way.some((_, a) => way.some((_, b) => b > a && way.some((_, c) => c > b && slope(a, b) === slope(b, c))));
}

export const CHALLENGES: readonly (readonly [wish: string, isMet: (way: Placement) => boolean])[] = [
  ['without a queen in a corner', (way) => !hasCorner(way)],
  ['with a queen in a corner', hasCorner],
  [
    'without a queen on the two long diagonals',
    (way) => way.every((column, row) => column !== row && column !== 7 - row),
  ],
  ['without three queens in a line, at any angle', (way) => !hasLine(way)],
  ['that looks the same upside down', (way) => way.every((column, row) => way[7 - row] === 7 - column)],
  ['without a queen on the 16 squares in the middle', (way) => !way.slice(2, 6).some(isMiddle)],
];

/** Returns the first challenge that no found way meets; undefined if there is none. */
export function findChallenge(found: readonly Placement[]): string | undefined {
  return CHALLENGES.find(([, isMet]) => !found.some(isMet))?.[0];
}
