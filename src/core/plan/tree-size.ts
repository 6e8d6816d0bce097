// Random walks estimate the size of a search tree without searching it. Method: D. E. Knuth, "Estimating the Efficiency
// of Backtrack Programs" (1975). The random numbers have a fixed seed, so an estimate is the same on every machine.

import { columnAt, countColumns, freeColumns, type Masks, masksOf, placeQueen } from '../board/masks.js';

export type RandomNumbers = (below: number) => number;

/** A random walk from the root of a tree to a node without children. */
interface Walk<Node> {
  readonly end: Node;
  /** Estimated number of nodes at the depth of the end: the product of the numbers of choices on the way. */
  readonly ends: number;
  /** Estimated number of nodes down to the end's depth, without the root. */
  readonly nodes: number;
}

/**
 * Walks down a tree whose nodes are placements of queens. The estimates are unbiased, and their mean over more walks is
 * more accurate.
 *
 * @param choices returns a mask of the columns that the next queen can take; 0 if there is no next queen.
 * @param place returns the node with a queen in the column.
 */
export function randomWalk<Node>(
  root: Node,
  choices: (node: Node) => number,
  place: (node: Node, column: number) => Node,
  random: RandomNumbers,
): Walk<Node> {
  let end = root;
  let ends = 1;
  let nodes = 0;
  for (;;) {
    const columns = choices(end);
    const count = countColumns(columns);
    if (count === 0) return { end, ends, nodes };
    ends *= count;
    nodes += ends;
    end = place(end, columnAt(columns, random(count)));
  }
}

/**
 * Estimates the number of queens that a backtracking search places to complete a prefix.
 *
 * @param walks number of random walks. More walks give better estimates.
 * @returns an integer of at least 1.
 */
export function estimatePlacements(n: number, prefix: readonly number[], walks: number): number {
  const random = randomNumbers(0x2545f491);
  const root = masksOf(prefix);
  const choices = (masks: Masks) => freeColumns(n, masks);
  let total = 0;
  for (let walk = 0; walk < walks; walk++) total += randomWalk(root, choices, placeQueen, random).nodes;
  return Math.max(1, Math.round(total / walks));
}

/**
 * Creates a random number generator (Marsaglia's xorshift32).
 *
 * @param seed an integer other than 0.
 */
export function randomNumbers(seed: number): RandomNumbers {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
