import { useState } from 'preact/hooks';
import { formatBriefly } from '../../text/durations.js';
import { range } from '../parts/controls.js';

/** What `npm run bench` measured, as scripts/build-page.mjs takes it from the newest published result. */
export interface Measurements {
  /** `2026-11-21`. */
  readonly date: string;
  readonly machine: string;
  readonly series: readonly {
    readonly name: string;
    /** CPU time in seconds by n. */
    readonly points: readonly (readonly [n: number, seconds: number])[];
  }[];
}

const WIDTH = 640;
const HEIGHT = 360;
const LEFT = 88; // room for large figures on a phone
const BOTTOM = 30;
const TOP = 10;
const RIGHT = 14;

/** Time over n on a logarithmic scale, with the values of one n below it. */
export function TimePlot({ measurements: { date, machine, series } }: { readonly measurements: Measurements }) {
  const points = series.flatMap((one) => one.points);
  const sizesMeasured = points.map(([n]) => n);
  const least = Math.min(...sizesMeasured);
  const measured = Math.max(...sizesMeasured);
  const [n, setN] = useState(Math.min(16, measured));
  const low = Math.floor(Math.log10(Math.min(...points.map(([, seconds]) => seconds))));
  const high = Math.ceil(Math.log10(Math.max(...points.map(([, seconds]) => seconds))));
  const x = (size: number) => LEFT + ((size - least) * (WIDTH - LEFT - RIGHT)) / Math.max(1, measured - least);
  const y = (seconds: number) =>
    HEIGHT - BOTTOM - ((Math.log10(seconds) - low) * (HEIGHT - BOTTOM - TOP)) / (high - low);
  const decades = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
  const sizes = range(least, measured);

  return (
    <figure>
      <figcaption>CPU time over n, logarithmic</figcaption>
      <svg
        class="plot"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`CPU time over n from ${least} to ${measured}, on a logarithmic scale; the table below has the values`}
      >
        {decades.map((seconds) => (
          <g key={seconds}>
            <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(seconds)} y2={y(seconds)} />
            <text class="tick" x={LEFT - 6} y={y(seconds) + 4} text-anchor="end">
              {formatBriefly(seconds)}
            </text>
          </g>
        ))}
        {sizes.map((size) => (
          <text key={size} class="tick" x={x(size)} y={HEIGHT - 8} text-anchor="middle">
            {size}
          </text>
        ))}
        <line class="grid at-n" x1={x(n)} x2={x(n)} y1={TOP} y2={HEIGHT - BOTTOM} />
        {series.map(({ name, points }, index) => (
          <g key={name} class={`series-${index}`}>
            <path d={points.map(([size, seconds], i) => `${i === 0 ? 'M' : 'L'}${x(size)} ${y(seconds)}`).join('')} />
            {points.map(([size, seconds]) => (
              <circle key={size} cx={x(size)} cy={y(seconds)} r={size === n ? 6 : 3.5} />
            ))}
          </g>
        ))}
      </svg>
      <label class="at-n">
        Values of n = {n}
        <input
          type="range"
          min={least}
          max={measured}
          value={n}
          onInput={(event) => setN(Number(event.currentTarget.value))}
        />
      </label>
      <table class="ways">
        <tbody>
          {series.map(({ name, points }, index) => {
            const seconds = points.find(([size]) => size === n)?.[1];
            return (
              <tr key={name}>
                <th scope="row">
                  <svg class={`key-line series-${index}`} viewBox="0 0 24 8" aria-hidden="true">
                    <path d="M0 4H24" />
                  </svg>{' '}
                  {name}
                </th>
                <td>{seconds === undefined ? 'not measured' : formatBriefly(seconds)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="hint">
        Whole processes with their start, {machine}, {formatDate(date)}. Published from n = {least} to {measured}.
      </p>
    </figure>
  );
}

/**
 * A date in the reader's own form and language.
 *
 * @param date `2026-11-21`; anything else is returned as it is.
 */
function formatDate(date: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(time)) return date;
  const form = { dateStyle: 'medium', timeZone: 'UTC' } as const; // the day as it was written
  try {
    return new Date(time).toLocaleDateString(navigator.languages, form);
  } catch {
    return new Date(time).toLocaleDateString(undefined, form); // the browser's language is no language tag
  }
}
