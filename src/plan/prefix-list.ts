import { LARGEST_BOARD } from '../board/masks.js';
import { waysForRooks } from './partial-count.js';
import { type Prefixes, prefixAt, weightOf } from './prefixes.js';
import type { BitmaskSubproblem } from './subproblem.js';
import type { SubproblemList } from './subproblem-list.js';

/** What a prefix's subproblem is to be called. Without queens it is the whole board. */
const WHOLE_BOARD = 'board';

const DOTTED = Array.from({ length: LARGEST_BOARD }, (_, column) => `.${column}`);
const DOT = '.'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);

/** The first rows choose the stretch of the list to search: some fifty prefixes are left of a million. */
const DIRECTORY_ROWS = 4;

/** The subproblems of prefixes, in 16 bytes each or so instead of 300. */
export class PrefixList implements SubproblemList<BitmaskSubproblem> {
  readonly length: number;
  readonly #prefixes: Prefixes;
  readonly #costs: Float64Array;
  /** For each way to fill the directory's rows, and one more: the first place of a prefix that does not come before. */
  readonly #directory: Uint32Array;
  readonly #directoryRows: number;
  readonly #largestCount: number;
  /** The columns of the prefix that is looked for. */
  readonly #wanted: Uint8Array;
  #latest = -1;

  /** @param costs the cost of each. */
  constructor(prefixes: Prefixes, costs: Float64Array) {
    this.length = prefixes.length;
    this.#prefixes = prefixes;
    this.#costs = costs;
    this.#largestCount = waysForRooks(prefixes.n - prefixes.rows);
    this.#wanted = new Uint8Array(prefixes.rows);
    this.#directoryRows = Math.min(DIRECTORY_ROWS, prefixes.rows);
    this.#directory = new Uint32Array(prefixes.n ** this.#directoryRows + 1);
    for (let place = 0; place < this.length; place++) {
      const stretch = this.#stretchOf(prefixes.columns, place * prefixes.rows);
      this.#directory[stretch + 1] = (this.#directory[stretch + 1] ?? 0) + 1;
    }
    this.#directory.forEach((count, stretch, sums) => {
      sums[stretch] = count + (sums[stretch - 1] ?? 0);
    });
  }

  at(place: number): BitmaskSubproblem | undefined {
    if (place < 0 || place >= this.length) return undefined;
    const { n } = this.#prefixes;
    const prefix = prefixAt(this.#prefixes, place);
    return {
      algorithm: 'bitmask',
      id: this.#idAt(place),
      n,
      weight: weightOf(n, prefix),
      cost: this.#costs[place] ?? 1,
      prefix,
    };
  }

  *[Symbol.iterator](): Generator<BitmaskSubproblem> {
    for (let place = 0; place < this.length; place++) {
      const subproblem = this.at(place);
      if (subproblem) yield subproblem;
    }
  }

  idAt(place: number): string | undefined {
    return place < 0 || place >= this.length ? undefined : this.#idAt(place);
  }

  /** They all fill as many rows. */
  largestCountAt(): number {
    return this.#largestCount;
  }

  placeOf(id: string): number {
    if (!this.#read(id)) return -1;
    const next = this.#latest + 1; // mostly it is asked for in order
    const isNext = next < this.length && this.#compare(next, 0) === 0;
    const place = isNext ? next : this.#search();
    if (place >= 0) this.#latest = place;
    return place;
  }

  /** Columns separated by dots. Put together from ready pieces, which takes a third of the time of `join`. */
  #idAt(place: number): string {
    const { rows, columns } = this.#prefixes;
    let id = WHOLE_BOARD;
    for (let row = 0, at = place * rows; row < rows; row++, at++) {
      const column = columns[at] ?? 0;
      id = row === 0 ? `${column}` : id + DOTTED[column];
    }
    return id;
  }

  /** The place of the wanted prefix, by halving its stretch of the list. */
  #search(): number {
    const stretch = this.#stretchOf(this.#wanted, 0);
    let from = this.#directory[stretch] ?? this.length;
    let to = this.#directory[stretch + 1] ?? from;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const order = this.#compare(middle, this.#directoryRows); // the rows before are those of the whole stretch
      if (order === 0) return middle;
      if (order < 0) from = middle + 1;
      else to = middle;
    }
    return -1;
  }

  /** The first columns of a prefix, as a number in base n. */
  #stretchOf(columns: Uint8Array, start: number): number {
    let stretch = 0;
    for (let row = 0; row < this.#directoryRows; row++) {
      stretch = stretch * this.#prefixes.n + (columns[start + row] ?? 0);
    }
    return stretch;
  }

  /** Whether the prefix at a place comes before (negative), at, or after (positive) the wanted one, from a row on. */
  #compare(place: number, fromRow: number): number {
    const { rows, columns } = this.#prefixes;
    for (let row = fromRow, at = place * rows + fromRow; row < rows; row++, at++) {
      const difference = (columns[at] ?? 0) - (this.#wanted[row] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Reads an id into `#wanted`: as many columns as there are rows, without superfluous zeros. */
  #read(id: string): boolean {
    const { n, rows } = this.#prefixes;
    if (rows === 0) return id === WHOLE_BOARD;
    let row = 0;
    let column = -1;
    for (let at = 0; at <= id.length; at++) {
      const code = at < id.length ? id.charCodeAt(at) : DOT;
      if (code === DOT) {
        if (column < 0 || column >= n || row === rows) return false;
        this.#wanted[row++] = column;
        column = -1;
      } else {
        const digit = code - ZERO;
        if (digit < 0 || digit > 9 || column === 0 || column > 9) return false;
        column = column < 0 ? digit : 10 * column + digit;
      }
    }
    return row === rows;
  }
}
