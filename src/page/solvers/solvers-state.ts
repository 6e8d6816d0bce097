import { solverNames } from '../../core/textbook/solver-names.js';
import type { QueryReader } from '../parts/address.js';
import { range } from '../parts/controls.js';
import { MAX_RACE, MIN_RACE } from './race-lanes.js';
import { listSearchSteps } from './steps.js';

/** Possible speeds in steps a second: 1, 2, 4 and so on. */
export const SPEEDS = range(0, 10).map((exponent) => 2 ** exponent);

/** The boards of the final. Both finalists count the first within seconds; `bitmask` takes longer for the second. */
export const FINALS = [17, 18] as const;

/** Guesses of how many times as fast `meet` is as `bitmask`. */
export const FACTOR_GUESSES = [1, 2, 5, 10, 20, 50, 100, 200];

/** Reads the state from an address. By default it is the race for eight queens. */
export function parseSolversState(reader: QueryReader) {
  const n = reader.whole('n', MIN_RACE, MAX_RACE, 8);
  /** The solver that is shown step by step; undefined for the race. */
  const solver = reader.oneOf('solver', solverNames, undefined);
  /** Number of queens in the final; undefined for the race. */
  const final = reader.oneOf<number, undefined>('final', FINALS, undefined);
  const times = reader.oneOf('times', FACTOR_GUESSES, undefined);
  const step = solver ? reader.whole('step', 1, listSearchSteps(n, solver).length, 1) : 1;
  return { n, solver, final, times, step, speed: reader.oneOf('speed', SPEEDS, 4) };
}

/** State of the view, kept in the address. */
export type SolversState = Readonly<ReturnType<typeof parseSolversState>>;
