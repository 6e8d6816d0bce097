import { type BandedRules, bandedRules, type SideRules } from '../src/plan/banded-rules.js';
import { splitOrbit } from '../src/plan/column-masks.js';
import type { BandedSubproblem } from '../src/plan/subproblem.js';
import type { Tally } from './tally.js';

// The banded kernel for reading: the same subproblems and the same meaning of every step as the WebAssembly kernel that
// is checked against it, with plain lists, maps and loops.

/** The queens of one side, from the edge of the board to the band, and what matters of them to the other side. */
interface HalfPlacement {
  /** Column of the queen in each row, counted from the edge. */
  readonly queens: readonly number[];
  /** Diagonals that move one column up a row, as the columns they attack in the next row (a mask). */
  readonly l: number;
  /** Diagonals that move one column down a row, likewise. */
  readonly d: number;
  /** Whether it is a tie by the symmetry rule of even n. */
  readonly tie: boolean;
}

/** All half placements of one column set. */
type Lists = ReadonlyMap<number, readonly HalfPlacement[]>;

/** A solution of the board, and how many solutions it stands for by symmetry. */
export interface WeighedSolution {
  /** Column of the queen in each row. */
  readonly queens: readonly number[];
  readonly weight: number;
}

/** Counts a subproblem as the fast kernel does: weighted solutions, and pairs of half placements compared. */
export function countBandedReadably(subproblem: BandedSubproblem): Tally {
  const tally = { count: 0, work: 0 };
  for (const { rules } of bandedRules(subproblem)) {
    for (const { above, below } of splits(subproblem.n, rules)) {
      tally.work += above.length * below.length;
    }
  }
  for (const { weight } of bandedSolutions(subproblem)) tally.count += weight;
  return tally;
}

/** The solutions that a subproblem counts, each with its weight. */
export function* bandedSolutions(subproblem: BandedSubproblem): Generator<WeighedSolution> {
  const { n } = subproblem;
  for (const { rules, queens: band } of bandedRules(subproblem)) {
    const bandColumns = [...band].sort((a, b) => a.row - b.row).map(({ column }) => column);
    for (const { above, below, weight } of splits(n, rules)) {
      for (const a of above) {
        const [lA, dA] = acrossTheBand(n, rules.bandRows, a);
        for (const b of below) {
          // b is upside down, so that a diagonal of its d is, seen from above, one of l.
          const [lB, dB] = acrossTheBand(n, rules.bandRows, b);
          if ((lA & dB) !== 0 || (dA & lB) !== 0) continue;
          yield {
            queens: [...a.queens, ...bandColumns, ...b.queens.toReversed()],
            weight: weight * weightOf(rules, a, b),
          };
        }
      }
    }
  }
}

/** Every way to divide the free columns between the sides that counts, with the half placements of either side. */
function* splits(n: number, rules: BandedRules) {
  const aboveLists = halfPlacements(n, rules.free, rules.above);
  const belowLists = halfPlacements(n, rules.free, rules.below);
  const all = rules.free | rules.above.required | rules.below.required;
  for (const [columns, above] of aboveLists) {
    const weight = rules.splitsWeigh ? splitWeight(n, columns, all) : 1;
    const below = belowLists.get(all & ~columns);
    if (weight > 0 && below) yield { above, below, weight };
  }
}

/** The half placements of a side, by column set: row by row, each gets one more queen wherever it can have one. */
function halfPlacements(n: number, free: number, side: SideRules): Lists {
  let lists = new Map<number, HalfPlacement[]>([[0, [{ queens: [], l: 0, d: 0, tie: false }]]]);
  for (const [row, allowed] of side.allowed.entries()) {
    const longer = new Map<number, HalfPlacement[]>();
    for (const [columns, list] of lists) {
      for (let column = 0; column < n; column++) {
        const queen = 1 << column;
        if (!(queen & (free | side.required) & allowed & ~columns)) continue;
        const ties = row === side.tieRow && (queen & side.tieColumns) !== 0;
        const grown = list
          .filter(({ l, d }) => !(queen & (l | d)))
          .map(({ queens, l, d, tie }) => ({
            queens: [...queens, column],
            l: ((l | queen) << 1) & (2 ** n - 1),
            d: (d | queen) >> 1,
            tie: tie || ties,
          }));
        longer.set(columns | queen, [...(longer.get(columns | queen) ?? []), ...grown]);
      }
    }
    lists = longer;
  }
  return new Map([...lists].filter(([columns, list]) => !(side.required & ~columns) && list.length > 0));
}

/** The diagonals (l, d) of a half placement that reach the other side, as the columns they pass in the first row there. */
function acrossTheBand(n: number, bandRows: number, { l, d }: HalfPlacement): [l: number, d: number] {
  // Numbered so that a diagonal of one side has the same number on the other, where up and down are exchanged: by the
  // column in which it leaves the band upwards.
  const crossing = 2 ** (n - 1 - bandRows) - 1;
  return [(l >> 1) & crossing, d >> bandRows];
}

function weightOf({ weights, above }: BandedRules, a: HalfPlacement, b: HalfPlacement): number {
  const apart = (above.apart & (1 << (a.queens.at(-1) ?? 0))) !== 0;
  const [strict, tie] = weights[(a.tie ? 2 : 0) + (apart ? 1 : 0)] ?? [0, 0];
  return b.tie ? tie : strict;
}

/** Size of the orbit of a split under mirroring and turning upside down, at its least member; 0 at the others. */
function splitWeight(n: number, columns: number, all: number): number {
  const orbit = splitOrbit(n, columns, all);
  return columns === Math.min(...orbit) ? orbit.length : 0;
}
