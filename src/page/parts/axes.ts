/** Numbers on the axes of a plot. */

/** A number on an axis. */
export interface Tick {
  readonly value: number;
  readonly text: string;
}

/** Round numbers from 0 to the first one that is not below `most`: five of them at most. @param most above 0. */
export function roundNumbers(most: number): readonly number[] {
  const decade = 10 ** Math.floor(Math.log10(most / 4));
  const step = [1, 2, 5, 10].map((digit) => digit * decade).find((one) => most / one <= 4) ?? most;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
}

/** 10 to a power in seconds: `1 ms`, `100 s`. */
export function powerOfTen(power: number): string {
  const [unit, least] = power >= 0 ? (['s', 0] as const) : power >= -3 ? (['ms', -3] as const) : (['µs', -6] as const);
  return `${10 ** (power - least)} ${unit}`;
}
