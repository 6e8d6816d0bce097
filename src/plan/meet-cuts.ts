import { type WideCut, wideGivens, wideSubproblems } from './meet-wide-plan.js';
import type { WideSubproblem } from './subproblem.js';
import { middleRow, mostKeyBits } from './wide-band.js';

/** A way to cut the work for one n. */
export interface MeetCut {
  /** Bytes that a subproblem of it needs, with some room. */
  readonly need: number;
  /** What tells its subproblems from each other: one thing for each. */
  givens(): Iterable<unknown>;
  /** All of them. @param memory bytes that each may take. */
  subproblems(memory: number): WideSubproblem[];
}

const MEGABYTE = 2 ** 20;

/** n = 18 takes 1.4 times as long with four key columns (112 subproblems), 1.7 times with six (416). 2026-11-23. */
const MOST_KEY_COLUMNS = 8;

/**
 * The cuts to choose from for n queens, from the coarsest, which takes least work, to the finest, which needs least
 * memory.
 */
export function* meetCuts(n: number): Generator<MeetCut> {
  for (let keyColumns = 0; keyColumns <= Math.min(n, MOST_KEY_COLUMNS); keyColumns++) {
    const cut = wideCut(n, keyColumns);
    yield {
      need: wideNeed(n, keyColumns),
      givens: () => wideGivens(n, cut),
      subproblems: (memory) => wideSubproblems(n, cut, memory),
    };
  }
}

/**
 * The band and the key columns for n. The wider the band the fewer pairs, but the more lists: the thinnest band whose
 * keys the kernel can take is the fastest (with four rows n = 18 takes ten times as long, n = 19 with three 1.2 times). The
 * last band queen's row is the band's farthest from the longer half, which is above, unless it is the middle row. Key
 * columns next to the middle cut the work most evenly. Pattern columns keep lists in the processor's cache; where lists have
 * cells they cost time, too, and save memory: n = 20 takes 1.01 to 1.07 times as long with six of them as with five, of which
 * the kernel takes more where memory is short. 2026-11-23.
 *
 * @param keyColumns from 0 to n.
 */
export function wideCut(n: number, keyColumns: number): WideCut {
  let bandRows = 2;
  while (n - 1 - bandRows > mostKeyBits(bandRows)) bandRows++;
  const rowsAbove = Math.ceil((n - bandRows) / 2);
  const middle = middleRow(n);
  const farthest = rowsAbove + bandRows - 1;
  let mask = 0;
  for (let i = 0; i < keyColumns; i++) mask |= keyColumn(n, i);
  return {
    rowsAbove,
    bandRows,
    lastRow: farthest === middle ? rowsAbove : farthest,
    givenQueens: MOST_GIVEN_QUEENS,
    keyColumns: mask,
    patternColumns: PATTERN_COLUMNS[n] ?? (n < 16 ? 0 : 6),
  };
}

/** The key columns (masks of one column each) in the order in which they cut the work most evenly; 0 if there are no more. */
export function keyColumn(n: number, i: number): number {
  const middle = middleRow(n);
  const column = i % 2 === 0 ? middle - 1 - i / 2 : middle + (i + 1) / 2;
  return column >= 0 && column < n ? 1 << column : 0;
}

/** The fastest number of pattern columns that fits the memory, where it is not that of the boards beside. */
const PATTERN_COLUMNS: Readonly<Record<number, number>> = { 16: 3, 17: 3, 18: 7, 19: 3, 20: 5 };

/** With all queens of the band but the last, plans from n = 24 on would have more than half a million subproblems. */
const MOST_GIVEN_QUEENS = 4;

/**
 * The memory that every subproblem is counted in with 0, 1, 2 ... key columns, in MB with some room. Measured on 2026-11-22,
 * of all subproblems, n = 20 with six pattern columns: with five it takes more if there is more.
 */
const MEASURED_NEED: Readonly<Record<number, readonly number[]>> = {
  13: [1.5],
  14: [2],
  15: [3.2],
  16: [5.6],
  17: [12.8],
  18: [68, 54, 45, 33, 24, 16],
  19: [126, 96, 82, 65, 50],
  20: [325, 243, 193],
};
/** Of samples, from n = 21 on. */
const SAMPLED_NEED = 204;

/** Each key column beyond those measured saves at least a tenth; but the second one sometimes saves nothing. */
function wideNeed(n: number, keyColumns: number): number {
  const needs = MEASURED_NEED[n] ?? [n < 13 ? 1.2 : SAMPLED_NEED];
  const known = Math.min(keyColumns, needs.length - 1);
  const more = keyColumns - known;
  const saving = known === 0 && more > 1 ? more - 1 : more;
  return Math.ceil(1 + (needs[known] ?? 0) * 0.9 ** saving) * MEGABYTE;
}
