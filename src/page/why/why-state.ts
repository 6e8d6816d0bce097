/** What the reader of the explanation has chosen. It stands in the address, so a link shows the same. */
import type { ComponentChildren } from 'preact';
import type { QueryReader } from '../address.js';
import { type FixedQueens, readFixed } from '../parts/fixed-queens.js';
import { countBoards, LARGEST, MAX_CORES, MAX_TOGETHER } from './figures.js';
import { N, numberOfHalves } from './halves.js';

const STEPS = 7;

/** A pair of halves with one clash. The steps 3 to 5 begin with it. */
export const FIRST_PAIR = { upper: 51, lower: 102 };

/** The queen that stands on the first board: where the black queen of chess starts. 18 ways contain her. */
export const FIRST_QUEEN: FixedQueens = [3];

/** Queens whose tree is small enough to see each dot. */
const FIRST_TREE = 5;

/** Columns that run in at the beginning of step 6. The next one fits. */
export const FIRST_TOGETHER = 8;

/** The chosen step, and the choices in all steps. */
export interface WhyState {
  /** Number of the step, from 1. */
  readonly step: number;
  /** The queens on the board of step 1. */
  readonly placed: FixedQueens;
  /** Queens in step 2. */
  readonly n: number;
  /** Index of the chosen board in the tree of step 2. If undefined, the first solution is chosen. */
  readonly dot: number | undefined;
  /** Rows above the cut in step 3. */
  readonly cut: number;
  /** Indexes of the halves in their lists. In the steps 4 and 5, the cut is in the middle. */
  readonly upper: number;
  /** Undefined until the reader has chosen one. */
  readonly lower: number | undefined;
  /** Number of lower halves that step 6 compares at once. */
  readonly together: number;
  /** Index of the lower half that step 6 shows on the board. If undefined, it is the last one. */
  readonly pair: number | undefined;
  /** Queens and processor cores in step 7. */
  readonly board: number;
  readonly cores: number;
}

/** What a step gets: the choices in all steps, and a function that changes some. */
export interface StepProps {
  readonly state: WhyState;
  readonly change: (change: Partial<WhyState>) => void;
  readonly heading: ComponentChildren;
}

/** Reads the choices from an address. What is missing or impossible gets its default. */
export function readState(reader: QueryReader): WhyState {
  const n = reader.whole('n', 4, LARGEST, FIRST_TREE);
  const cut = reader.whole('cut', 1, N - 1, N / 2);
  const [lastUpper, lastLower] = [numberOfHalves(cut) - 1, numberOfHalves(N - cut) - 1];
  const together = reader.whole('together', 1, MAX_TOGETHER, FIRST_TOGETHER);
  return {
    n,
    cut,
    together,
    step: reader.whole('step', 1, STEPS, 1),
    placed: readFixed(reader, 'placed', N, FIRST_QUEEN),
    dot: reader.whole('dot', 0, countBoards(Math.min(n, N)), undefined),
    upper: reader.whole('upper', 0, lastUpper, Math.min(lastUpper, FIRST_PAIR.upper)),
    lower: reader.whole('lower', 0, lastLower, undefined),
    pair: reader.whole('pair', 0, together - 1, undefined),
    board: reader.whole('board', N, LARGEST, LARGEST),
    cores: reader.whole('cores', 1, MAX_CORES, 1),
  };
}

/** Returns the change that goes to a step. After step 3, the cut is in the middle. */
export function goingTo(step: number, { cut }: WhyState): Partial<WhyState> {
  return cut === N / 2 ? { step } : { step, cut: N / 2, upper: FIRST_PAIR.upper, lower: undefined };
}

/**
 * Returns the index of the lower half to show beside an upper half: that of the first pair, until the reader chooses.
 */
export function chooseLower({ lower, cut }: WhyState): number {
  return lower ?? Math.min(FIRST_PAIR.lower, numberOfHalves(N - cut) - 1);
}
