import { columnsOf, freeColumns, masksOf } from '../board/masks.js';
import { UsageError } from '../errors/errors.js';

/** A deeper plan than this would be longer to make and to store than it is worth. */
const MOST_PREFIXES = 2_000_000;

/**
 * The ways to fill the first rows of a board, packed: as arrays, a million of them would take 150 MB. They stand in
 * lexicographic order.
 */
export interface Prefixes {
  readonly n: number;
  /** Rows that each prefix fills. */
  readonly rows: number;
  /** How many prefixes there are. */
  readonly length: number;
  /** `length * rows` columns (0-based): row by row of the first prefix, then of the second, and so on. */
  readonly columns: Uint8Array;
}

/** One prefix: the column of the queen in each of the first rows. */
export function prefixAt({ columns, rows }: Prefixes, place: number): number[] {
  const prefix = new Array<number>(rows);
  for (let row = 0, at = place * rows; row < rows; row++, at++) prefix[row] = columns[at] ?? 0;
  return prefix;
}

/**
 * Every way to fill the first `rows` rows, one of each mirrored pair.
 *
 * Reflection in the vertical axis maps column c to n - 1 - c. So of the first row only the left half is searched, and
 * each solution found there stands for two. For odd n the middle column is its own mirror image: with the first queen
 * there, the second row's is kept to the left half instead. (It is never in the middle too: the two would attack each
 * other.)
 *
 * @throws UsageError if these, or those of fewer rows, are more than 2,000,000.
 */
export function prefixesOf(n: number, rows: number): Prefixes {
  let prefixes: Prefixes = { n, rows: 0, length: 1, columns: new Uint8Array(0) };
  while (prefixes.rows < rows) prefixes = withOneMoreRow(prefixes);
  return prefixes;
}

/** The place after the last of the prefixes that begin with the same rows as the one at `place`, but for the last row. */
export function endOfSiblings({ columns, rows, length }: Prefixes, place: number): number {
  let end = place + 1;
  while (end < length && areSiblings(columns, rows, place, end)) end++;
  return end;
}

function areSiblings(columns: Uint8Array, rows: number, one: number, other: number): boolean {
  for (let row = 0; row < rows - 1; row++) {
    if (columns[one * rows + row] !== columns[other * rows + row]) return false;
  }
  return true;
}

/** 1 if the prefix is its own mirror image, else 2: how many solutions one of its solutions stands for. */
export function weightOf(n: number, prefix: readonly number[]): number {
  return prefix.every((column) => isMiddle(n, column)) ? 1 : 2;
}

function withOneMoreRow(shorter: Prefixes): Prefixes {
  const { n } = shorter;
  const rows = shorter.rows + 1;
  let columns = new Uint8Array(1024 * rows);
  let length = 0;
  for (let place = 0; place < shorter.length; place++) {
    const prefix = prefixAt(shorter, place);
    const isUndecided = weightOf(n, prefix) === 1;
    for (const column of columnsOf(freeColumns(n, masksOf(prefix)))) {
      if (isUndecided && column >= n / 2) break; // the mirror image of a column to the left
      if ((length + 1) * rows > columns.length) columns = enlarged(columns);
      columns.set(prefix, length * rows);
      columns[length * rows + rows - 1] = column;
      length++;
    }
    if (length > MOST_PREFIXES) {
      throw new UsageError(
        `${rows} rows make more than ${MOST_PREFIXES} subproblems for n = ${n}; take a smaller depth`,
      );
    }
  }
  return { n, rows, length, columns: columns.subarray(0, length * rows) };
}

function enlarged(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * bytes.length);
  larger.set(bytes);
  return larger;
}

function isMiddle(n: number, column: number): boolean {
  return 2 * column === n - 1;
}
