/** What the reader of the explanation has chosen. It stands in the address, so a link shows the same. */
import type { ComponentChildren } from 'preact';
import type { QueryReader } from '../address.js';
import { type FixedQueens, readFixed } from '../parts/fixed-queens.js';
import { boardsOf, LARGEST, MOST_CORES, REGISTER } from './figures.js';
import { N, numberOfHalves } from './halves.js';

const STEPS = 7;

/** A pair of halves with one clash. The steps 3 to 5 begin with it. */
const FIRST_PAIR = { upper: 51, lower: 102 };

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
  readonly lower: number;
  /** Number of lower halves that step 6 compares at once. */
  readonly together: number;
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
  const n = reader.whole('n', 4, LARGEST, N);
  const cut = reader.whole('cut', 1, N - 1, N / 2);
  const [lastUpper, lastLower] = [numberOfHalves(cut) - 1, numberOfHalves(N - cut) - 1];
  return {
    ...{ n, cut },
    step: reader.whole('step', 1, STEPS, 1),
    placed: readFixed(reader, 'placed', N),
    dot: reader.whole('dot', 0, boardsOf(Math.min(n, N)), undefined),
    upper: reader.whole('upper', 0, lastUpper, Math.min(lastUpper, FIRST_PAIR.upper)),
    lower: reader.whole('lower', 0, lastLower, Math.min(lastLower, FIRST_PAIR.lower)),
    together: reader.whole('together', 1, REGISTER, 1),
    board: reader.whole('board', N, LARGEST, LARGEST),
    cores: reader.whole('cores', 1, MOST_CORES, 1),
  };
}

/** Returns the change that goes to a step. After step 3, the cut is in the middle. */
export function goingTo(step: number, { cut }: WhyState): Partial<WhyState> {
  return { step, ...(cut !== N / 2 && { cut: N / 2, ...FIRST_PAIR }) };
}
