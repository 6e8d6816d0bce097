import { useMemo } from 'preact/hooks';
import type { HalfPlacement } from '../../../workers/meet-plain-readable.js';
import { type ColumnSet, type CutBoard, cutBoard, firstSolution } from './half-boards.js';
import { columnsIn, type WhyState } from './why-state.js';

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
  if (!set || !upper) throw new Error(`${n} queens have no solution to begin with`); // n is from 4
  return { cut, set, upper, half: place, others: columnsIn((2 ** n - 1) & ~set.columns) };
}
