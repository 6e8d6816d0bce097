import { type WideCut, wideGivens, wideSubproblems } from './meet-wide-plan.js';
import type { WideSubproblem } from './subproblem.js';
import { KEY_BITS, middleRow } from './wide-band.js';

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

/** Every two key columns make about three times as many subproblems, at about 1.15 times the work (n = 18). */
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
 * The band and the key columns for n. The wider the band the fewer pairs, but the more lists: two rows are best up to
 * n = 18 (with four it takes ten times as long there), three for 19 and 20. From 21 on keys of 16 bits ask for n - 17.
 * The last band queen's row is the band's farthest from the longer half, which is above, unless it is the middle row.
 * Key columns next to the middle cut the work most evenly. 2026-11-22.
 *
 * @param keyColumns from 0 to n.
 */
export function wideCut(n: number, keyColumns: number): WideCut {
  const bandRows = n <= 18 ? 2 : Math.max(3, n - 1 - KEY_BITS);
  const rowsAbove = Math.ceil((n - bandRows) / 2);
  const middle = middleRow(n);
  const farthest = rowsAbove + bandRows - 1;
  let mask = 0;
  for (let i = 0; i < keyColumns; i++) mask |= 1 << (i % 2 === 0 ? middle - 1 - i / 2 : middle + (i + 1) / 2);
  return {
    rowsAbove,
    bandRows,
    lastRow: farthest === middle ? rowsAbove : farthest,
    givenQueens: MOST_GIVEN_QUEENS,
    keyColumns: mask & (2 ** n - 1),
    patternColumns: n < 16 ? 0 : n < 18 ? 3 : 5,
  };
}

/** With all queens of the band but the last, plans from n = 23 on would have millions of subproblems. */
const MOST_GIVEN_QUEENS = 4;

/**
 * Most memory that any subproblem takes without key columns, in MB with some room. Measured on 2026-11-22: of all up to
 * n = 18, of twelve of n = 19, and of all of n = 20 with one key column, where it is 244 to 248.
 */
const MEASURED_NEED: Readonly<Record<number, number>> = {
  13: 1.5,
  14: 2,
  15: 3.2,
  16: 6.6,
  17: 15.8,
  18: 96,
  19: 56,
  20: 275,
};
/** Of samples, from n = 21 on. */
const SAMPLED_NEED = 204;

/** Key columns save a tenth each and more; but the second one nothing where queens of the band stand on the first two. */
function wideNeed(n: number, keyColumns: number): number {
  const need = MEASURED_NEED[n] ?? (n < 13 ? 1.2 : SAMPLED_NEED);
  const saving = keyColumns > 1 ? keyColumns - 1 : keyColumns;
  return Math.ceil(1 + need * 0.9 ** saving) * MEGABYTE;
}
