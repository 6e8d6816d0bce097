/** The state of the explanation, and its address. */
import type { Placement } from '../../board/placement.js';
import { type QueryReader, type Route, wholeNumber } from '../address.js';

/** The boards of the explanation. An odd board would need another rule in step 2. */
export const BOARDS = [6, 8] as const;
const STEPS = 10;

/** Choices of the reader. The address contains the choices for the current step. */
export interface WhyState {
  readonly n: number;
  /** Number of the step, from 1. */
  readonly step: number;
  /** The solution in step 2. If undefined, the first solution is shown. */
  readonly solution: Placement | undefined;
  /** Columns of the upper half. If undefined, the first solution's columns are used. */
  readonly columns: Placement | undefined;
  /** Index of the upper half in the list of its column set. If undefined, the first solution's half is used. */
  readonly half: number | undefined;
  /** A number that the step itself defines, such as a row. A number that is too large means the largest valid one. */
  readonly at: number | undefined;
}

/** The first and the last step that show halves of a column set. */
const [FIRST_OF_HALVES, LAST_OF_HALVES] = [4, 7];

/** Props of every step. */
export interface StepProps {
  readonly state: WhyState;
  readonly change: (change: Partial<WhyState>) => void;
}

/** Reads a state from an address. */
export function stateAt(reader: QueryReader): WhyState {
  const n = Number(reader.oneOf('n', BOARDS.map(String), '8'));
  const number = (name: string) =>
    reader.value(name, (text) => wholeNumber(text, 0, Number.MAX_SAFE_INTEGER), 'a whole number', undefined);
  const columns = (name: string, length: number) =>
    reader.value(name, (text) => parseColumns(text, n, length), `${length} different columns`, undefined);
  return {
    n,
    step: reader.whole('step', 1, STEPS, 1),
    solution: columns('solution', n),
    columns: columns('columns', n / 2),
    half: number('half'),
    at: number('at'),
  };
}

/** Returns the address of a state, with the choices that belong to its step. */
export function routeOf({ n, step, solution, columns, half, at }: WhyState): Route {
  const isOfHalves = step >= FIRST_OF_HALVES && step <= LAST_OF_HALVES;
  const choices = {
    solution: step === 2 ? solution?.join() : undefined,
    columns: isOfHalves ? columns?.join() : undefined,
    half: isOfHalves ? half : undefined,
    at,
  };
  const query: Record<string, string> = { n: String(n), step: String(step) };
  for (const [name, value] of Object.entries(choices)) if (value !== undefined) query[name] = String(value);
  return { view: 'why', path: [], query };
}

function parseColumns(text: string, n: number, length: number): Placement | undefined {
  const columns = text.split(',').map((column) => wholeNumber(column, 0, n - 1) ?? -1);
  return columns.length === length && !columns.includes(-1) && new Set(columns).size === length ? columns : undefined;
}
