/** The reader's choices in the explanation. The address contains them, so a link restores them. */
import type { ComponentChildren } from 'preact';
import type { QueryReader } from '../parts/address.js';
import { range } from '../parts/controls.js';
import { parseFixed } from '../parts/fixed-queens.js';
import { N, UPPERS } from './halves.js';
import { BATCH_SIZE, countBoards, MAX_CORES, MAX_N } from './published.js';

const STEPS = 8;

/** A pair of halves with one clash. Steps 3 to 5 begin with it. */
export const FIRST_PAIR = { upper: 51, lower: 102 };

/** Guesses for the boards that a search for 20 queens tries, and for the hours that it takes. */
export const BOARD_GUESSES = range(3, 14).map((exponent) => 10 ** exponent);
export const HOUR_GUESSES = range(0, 7).map((exponent) => 2 ** exponent);

/** Reads the choices from an address. A missing or impossible choice gets its default. */
export function parseChoices(reader: QueryReader) {
  const n = reader.whole('n', 4, MAX_N, 5);
  const last = UPPERS.length - 1;
  const together = reader.whole('together', 1, BATCH_SIZE, 16);
  return {
    step: reader.whole('step', 1, STEPS, 1),
    /** The queens on the board of step 1. The first stands where the black queen of chess starts. */
    placed: parseFixed(reader, 'placed', N, [3]),
    /** Queens in step 2. The tree for five is small enough to show each dot. */
    n,
    /** The reader's guess of how many boards a search for 20 queens tries. */
    guess: reader.oneOf('guess', BOARD_GUESSES, undefined),
    /** Index of the chosen board in the tree of step 2. If undefined, the first solution is chosen. */
    dot: reader.whole('dot', 0, countBoards(Math.min(n, N)), undefined),
    /** Rows above the cut in step 3. The reader looks for a better cut than the first. */
    cut: reader.whole('cut', 1, N - 1, 2),
    /** Indexes of the halves that steps 3 to 5 show. The lower one is undefined until the reader has chosen one. */
    upper: reader.whole('upper', 0, last, FIRST_PAIR.upper),
    lower: reader.whole('lower', 0, last, undefined),
    /** Number of lower halves that step 6 compares at once. The first 16 need only 11 processor steps, and one fits. */
    together,
    /** Index of the lower half that step 6 shows on the board. If undefined, the last one is shown. */
    pair: reader.whole('pair', 0, together - 1, undefined),
    /** Queens in step 7. For 16, both programs were timed. */
    board: reader.whole('board', N, MAX_N, 16),
    /** The reader's guess of how many hours a search for 20 queens takes. */
    hours: reader.oneOf('hours', HOUR_GUESSES, undefined),
    cores: reader.whole('cores', 1, MAX_CORES, 1),
  };
}

/** The chosen step, counted from 1, and the choices in all steps. */
export type WhyState = Readonly<ReturnType<typeof parseChoices>>;

/** Props of a step: the choices in all steps, and a function that changes some. */
export interface StepProps {
  readonly state: WhyState;
  readonly change: (change: Partial<WhyState>) => void;
  readonly heading: ComponentChildren;
}
