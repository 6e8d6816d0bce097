/** The reader's choices in the explanation. The address contains them, so a link restores them. */
import type { ComponentChildren } from 'preact';
import type { PartialPlacement } from '../../core/board/placement.js';
import type { QueryReader } from '../parts/address.js';
import { range } from '../parts/controls.js';
import { parseFixed } from '../parts/fixed-queens.js';
import { countHalves, N } from './halves.js';
import { BATCH_SIZE, countBoards, MAX_CORES, MAX_N } from './published.js';

const STEPS = 8;

/** A pair of halves with one clash. Steps 3 to 5 begin with it. */
export const FIRST_PAIR = { upper: 51, lower: 102 };

/** The queen on the first board, where the black queen of chess starts. 18 ways contain her. */
const FIRST_QUEEN: PartialPlacement = [3];

/** Default number of queens in step 2. Its search tree is small enough to show each dot. */
const FIRST_TREE = 5;

/** Guesses for the boards that a search for 20 queens tries, and for the hours that it takes. */
export const BOARD_GUESSES = range(3, 14).map((exponent) => 10 ** exponent);
export const HOUR_GUESSES = range(0, 7).map((exponent) => 2 ** exponent);

/** Rows above the cut at first. The reader looks for a better cut. */
const FIRST_CUT = 2;

/** Queens in step 7 at first: a board for which both programs were timed. */
const FIRST_BOARD = 16;

/** Number of lower halves at the beginning of step 6. They need only 11 processor steps, and one fits. */
const FIRST_BATCH = 16;

/** Reads the choices from an address. A missing or impossible choice gets its default. */
export function parseChoices(reader: QueryReader) {
  const n = reader.whole('n', 4, MAX_N, FIRST_TREE); // queens in step 2
  const last = countHalves(N / 2) - 1;
  const together = reader.whole('together', 1, BATCH_SIZE, FIRST_BATCH);
  return {
    n,
    /** The reader's guess of how many boards a search for 20 queens tries. */
    guess: reader.oneOf('guess', BOARD_GUESSES, undefined),
    /** Rows above the cut in step 3. */
    cut: reader.whole('cut', 1, N - 1, FIRST_CUT),
    /** Number of lower halves that step 6 compares at once. */
    together,
    step: reader.whole('step', 1, STEPS, 1),
    /** The queens on the board of step 1. */
    placed: parseFixed(reader, 'placed', N, FIRST_QUEEN),
    /** Index of the chosen board in the tree of step 2. If undefined, the first solution is chosen. */
    dot: reader.whole('dot', 0, countBoards(Math.min(n, N)), undefined),
    /** Indexes of the halves that steps 3 to 5 show. */
    upper: reader.whole('upper', 0, last, FIRST_PAIR.upper),
    /** Undefined until the reader has chosen one. */
    lower: reader.whole('lower', 0, last, undefined),
    /** Index of the lower half that step 6 shows on the board. If undefined, the last one is shown. */
    pair: reader.whole('pair', 0, together - 1, undefined),
    /** Queens in step 7. */
    board: reader.whole('board', N, MAX_N, FIRST_BOARD),
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
