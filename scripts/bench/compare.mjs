// Runs entrants against each other: interleaved, every answer checked, medians taken.
import { knownCount } from '../../dist/src/board/known-counts.js';
import { median } from './measure.mjs';

/** Time grows so much from one n to the next, at most, where starting takes no time to speak of. */
const GROWTH = 8.5;

/**
 * What an entrant took for a board: medians in seconds, the most memory of any run in bytes, and how often it ran.
 *
 * @typedef {{ n: number, entrant: string, wall: number, cpu: number, memory?: number, runs: number }} Figures
 */

/**
 * Measures entrants on boards of rising size. Each round runs every entrant once, so that a slow spell of the machine
 * hits all alike. An entrant whose next run is forecast at over `patience` seconds is left out from there on, but for
 * ours, which then runs once instead of `runs` times.
 *
 * @param {import('./entrants.mjs').Entrant[]} entrants
 * @returns {{ figures: Figures[], leftOut: { entrant: string, from: number, forecast: number }[] }} forecasts in seconds.
 * @throws Error if an entrant fails or prints another number than the published one: then there are no times at all.
 */
export function compare(entrants, { sizes, runs, patience, measure, note }) {
  /** @type {Figures[]} */
  const figures = [];
  /** @type {{ entrant: string, from: number, forecast: number }[]} */
  const leftOut = [];
  const last = new Map();
  let racing = entrants;
  for (const n of sizes) {
    const forecast = (entrant) => (last.get(entrant) ?? 0) * GROWTH;
    for (const entrant of racing.filter((entrant) => !entrant.isOurs && forecast(entrant) > patience)) {
      leftOut.push({ entrant: entrant.name, from: n, forecast: forecast(entrant) });
    }
    racing = racing.filter((entrant) => entrant.isOurs === true || forecast(entrant) <= patience);
    /** @type {Map<import('./entrants.mjs').Entrant, Omit<import('./measure.mjs').Measured, 'output'>[]>} */
    const times = new Map(racing.map((entrant) => [entrant, []]));
    for (let round = 0; round < runs; round++) {
      for (const entrant of racing) {
        if (round > 0 && forecast(entrant) > patience) continue;
        note(`n = ${n}, round ${round + 1} of ${runs}: ${entrant.name}`);
        times.get(entrant)?.push(checked(entrant, n, measure));
      }
    }
    for (const [entrant, list] of times) {
      const row = summary(list);
      last.set(entrant, row.cpu);
      figures.push({ n, entrant: entrant.name, ...row });
    }
  }
  return { figures, leftOut };
}

function checked({ name, command, accepts }, n, measure) {
  const { output, ...figures } = measure(command(n), 3600);
  if (accepts(output, knownCount(n))) return figures;
  throw new Error(`${name} printed ${JSON.stringify(output.slice(0, 200))} for n = ${n}, not ${knownCount(n)}`);
}

function summary(list) {
  const memory = list[0].memory === undefined ? undefined : Math.max(...list.map(({ memory }) => memory));
  const [wall, cpu] = [median(list.map(({ wall }) => wall)), median(list.map(({ cpu }) => cpu))];
  return { wall, cpu, memory, runs: list.length };
}
