/** What the explanation shows, from the address and back, and the halves that it names. */
import { useMemo } from 'preact/hooks';
import { columnsOf } from '../../board/masks.js';
import type { Placement } from '../../board/placement.js';
import { type Place, QueryReader, wholeNumber } from '../address.js';
import { type ColumnSet, type CutBoard, cutBoard, firstSolution } from './half-boards.js';
import type { HalfPlacement } from './half-placements.js';

export const LEAST_N = 4;
export const MOST_N = 8;
const STEPS = 10;
export const MOST_THREADS = 4;

/** What the explanation shows, all of it from the address. */
export interface WhyState {
  readonly n: number;
  /** From 1. */
  readonly step: number;
  /** How many queens the reader guesses that backtracking places; undefined before that. */
  readonly guess: number | undefined;
  /** The solution that is turned and mirrored. */
  readonly solution: Placement | undefined;
  readonly threads: number;
  /** Rows that a prefix fills. */
  readonly depth: number;
  /** The chosen prefix. */
  readonly prefix: Placement | undefined;
  /** Rows above the cut. */
  readonly rows: number;
  /** Columns of the upper half; undefined for those of the first solution. */
  readonly columns: Placement | undefined;
  /** The upper half's place in the list of its column set, from 0; undefined for that of the first solution. */
  readonly half: number | undefined;
  /** What a single step shows, each from 0; where there are fewer, the last one is shown. */
  readonly detail: Details;
}

/** Numbers that belong to one step each, by their names in the address. */
const DETAILS = { node: 1, time: 3, last: 5, bit: 6, lower: 7, row: 8, subproblem: 9 } as const;

type Details = Readonly<Partial<Record<keyof typeof DETAILS, number>>>;

/** What a choice of another half, or of other columns, leaves of the details. */
export const NO_DETAIL: Details = {};

/** What every step is given. */
export interface StepProps {
  readonly state: WhyState;
  readonly change: (change: Partial<WhyState>) => void;
}

/** What belongs to one n, for another one. */
export function stateFor(n: number, step: number, threads: number): WhyState {
  const rows = Math.floor(n / 2);
  const open = { guess: undefined, solution: undefined, prefix: undefined, columns: undefined, half: undefined };
  return { ...open, n, step, threads, depth: 1, rows, detail: NO_DETAIL };
}

/** What an address asks for. */
export function stateAt(place: Place): { readonly state: WhyState; readonly notes: readonly string[] } {
  const names = ['n', 'step', 'guess', 'solution', 'threads', 'depth', 'prefix', 'cut', 'columns', 'half'];
  const details = Object.keys(DETAILS) as (keyof typeof DETAILS)[]; // those that are written above
  const reader = new QueryReader(place, [...names, ...details]);
  const n = reader.whole('n', LEAST_N, MOST_N, 6);
  const initial = stateFor(n, reader.whole('step', 1, STEPS, 1), reader.whole('threads', 1, MOST_THREADS, 2));
  const depth = reader.whole('depth', 1, 2, initial.depth);
  const rows = reader.whole('cut', 1, n - 1, initial.rows);
  const number = (text: string) => wholeNumber(text, 0, Number.MAX_SAFE_INTEGER);
  const columns = (length: number) => (text: string) => parseColumns(text, n, length);
  return {
    state: {
      ...initial,
      depth,
      rows,
      guess: reader.value('guess', number, 'a whole number', undefined),
      solution: reader.value('solution', columns(n), `${n} different columns`, undefined),
      prefix: reader.value('prefix', columns(depth), `${depth} different columns`, undefined),
      columns: reader.value('columns', columns(rows), `${rows} different columns`, undefined),
      half: reader.value('half', number, 'a whole number', undefined),
      detail: Object.fromEntries(
        details.flatMap((name) => {
          const value = reader.value(name, number, 'a whole number', undefined);
          return value === undefined ? [] : [[name, value]];
        }),
      ),
    },
    notes: reader.notes,
  };
}

/** The address of a state: what belongs to its step. */
export function placeOf({ n, step, ...state }: WhyState): Place {
  const query: Record<string, string> = { n: String(n), step: String(step) };
  const add = (name: string, value: number | string | undefined) => {
    if (value !== undefined) query[name] = String(value);
  };
  if (step === 1) add('guess', state.guess);
  if (step === 2) add('solution', state.solution?.join());
  if (step === 3) {
    add('threads', state.threads);
    add('depth', state.depth);
    add('prefix', state.prefix?.join());
  }
  if (step >= 4 && step <= 8) {
    add('cut', state.rows);
    add('columns', state.columns?.join());
    add('half', state.half);
  }
  if (step === 9) add('threads', state.threads);
  for (const [name, value] of Object.entries(state.detail)) {
    if (Object.entries(DETAILS).some(([one, where]) => one === name && where === step)) add(name, value);
  }
  return { view: 'why', path: [], query };
}

/** The columns of a mask, in rising order. */
export function columnsIn(mask: number): Placement {
  return [...columnsOf(mask)];
}

function parseColumns(text: string, n: number, length: number): Placement | undefined {
  const columns = text.split(',').map((column) => wholeNumber(column, 0, n - 1) ?? -1);
  return columns.length === length && !columns.includes(-1) && new Set(columns).size === length ? columns : undefined;
}

/** What the steps about halves show. */
export interface Halves {
  readonly cut: CutBoard;
  readonly set: ColumnSet;
  /** The chosen upper half, and its place in the list of the set. */
  readonly upper: HalfPlacement;
  readonly half: number;
  /** Columns of the lower half. */
  readonly others: readonly number[];
}

/** The cut, column set and half of a state; those of the first solution where it names none that exist. */
export function useHalves({ n, rows, columns, half }: WhyState): Halves {
  const cut = useMemo(() => cutBoard(n, rows), [n, rows]);
  const first = useMemo(() => firstSolution(cut), [cut]);
  const mask = columns?.reduce((all, column) => all | (1 << column), 0);
  const named = cut.sets.find((one) => one.columns === mask);
  const set = named ?? cut.sets.find((one) => one.columns === first.columns);
  const isFirst = set?.columns === first.columns;
  const place = half !== undefined && half < (set?.above.length ?? 0) ? half : isFirst ? first.half : 0;
  const upper = set?.above[place];
  if (!set || !upper) throw new Error(`${n} queens have no solution`); // n is from 4
  return { cut, set, upper, half: place, others: columnsIn((2 ** n - 1) & ~set.columns) };
}
