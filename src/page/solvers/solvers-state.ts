import { type SolverName, solverNames } from '../../core/textbook/solver-names.js';
import type { QueryReader } from '../address.js';
import { range } from '../parts/controls.js';
import { MAX_N, MIN_N } from './race-lanes.js';
import { listSearchSteps } from './steps.js';

export interface SolversState {
  readonly n: number;
  /** The solver that is shown step by step; undefined for the race. */
  readonly solver: SolverName | undefined;
  /** Number of queens of the final; undefined for the race. */
  readonly final: number | undefined;
  readonly step: number;
  readonly speed: number;
}

/** Possible speeds in steps a second: 1, 2, 4 and so on. */
export const SPEEDS = range(0, 10).map((exponent) => 2 ** exponent);

/** The boards of the final: one that both finalists finish within seconds, and one that only `meet` does. */
export const FINALS = [16, 18] as const;

/** Reads the state from an address. By default it is the race for eight queens. */
export function parseState(reader: QueryReader): SolversState {
  const n = reader.whole('n', MIN_N, MAX_N, 8);
  const findSolver = (text: string) => solverNames.find((name) => name === text);
  const solver = reader.value('solver', findSolver, `one of ${solverNames.join(', ')}`, undefined);
  const final = reader.value(
    'final',
    (text) => FINALS.find((n) => String(n) === text),
    `one of ${FINALS.join(', ')}`,
    undefined,
  );
  const step = solver ? reader.whole('step', 1, listSearchSteps(n, solver).length, 1) : 1;
  const speed = Number(reader.oneOf('speed', SPEEDS.map(String), '4'));
  return { n, solver, final, step, speed };
}
