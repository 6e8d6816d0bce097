import { useState } from 'preact/hooks';
import { formatBriefly } from '../../text/durations.js';
import { powerOfTen } from '../parts/axes.js';
import { range } from '../parts/controls.js';
import { Plot, type PlotLine } from '../parts/plot.js';

/** Published measurements: `npm run bench` measures them, scripts/build-page.mjs takes the newest. */
export interface Measurements {
  /** `2026-11-21`. */
  readonly date: string;
  readonly machine: string;
  /** CPU time in seconds by n. */
  readonly series: readonly PlotLine[];
}

/** CPU time over n on a logarithmic scale, with the values of one n below it. */
export function TimePlot({ measurements: { date, machine, series } }: { readonly measurements: Measurements }) {
  const points = series.flatMap((one) => one.points);
  const sizes = points.map(([n]) => n);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const seconds = points.map(([, time]) => time);
  const low = Math.floor(Math.log10(Math.min(...seconds)));
  const high = Math.ceil(Math.log10(Math.max(...seconds)));
  const [chosen, setChosen] = useState<number>();
  const n = chosen ?? most;
  const values = series.flatMap((line) => {
    const time = line.points.find(([size]) => size === n)?.[1];
    return time === undefined ? [] : `${line.name} ${formatBriefly(time)}`;
  });
  const inWords = `n = ${n}: ${values.join(', ')}`;

  return (
    <figure>
      <figcaption>CPU time over n; each line is ten times the one below it</figcaption>
      <Plot
        label="CPU time over n"
        lines={series}
        xTicks={range(least, most).map((value) => ({ value, text: String(value) }))}
        yTicks={range(low, high).map((power) => ({ value: 10 ** power, text: powerOfTen(power) }))}
        height={300}
        isLogarithmic
        chosen={chosen}
        onChoose={setChosen}
        inWords={inWords}
      />
      <p>{inWords}</p>
      <p class="hint">
        Whole processes with their start, {machine}, {date}.
      </p>
    </figure>
  );
}
