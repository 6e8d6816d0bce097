/** Round numbers for the axes of a chart. */

/** Returns up to five round numbers, from 0 to at least `most`. @param most above 0. */
export function roundNumbers(most: number): readonly number[] {
  const decade = 10 ** Math.floor(Math.log10(most / 4));
  const step = [1, 2, 5, 10].map((digit) => digit * decade).find((one) => most / one <= 4) ?? most;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
}

/** Round steps of a time axis, in seconds. Longer axes have steps of a year. */
const STEPS = [
  0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 28_800, 43_200,
].concat([1, 2, 5, 10, 20, 50, 100].map((days) => 86_400 * days));

/** Returns up to four round times above `from` and up to `to`, in seconds. */
export function roundTimes(from: number, to: number): readonly number[] {
  const step = STEPS.find((one) => to / one < 5) ?? 365 * 86_400;
  return Array.from({ length: Math.floor(to / step) }, (_, i) => (i + 1) * step).filter((time) => time >= from);
}
