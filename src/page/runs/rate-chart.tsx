import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RateHistory, RunClock } from '../../runs/run-update.js';
import { formatSeconds } from '../../text/durations.js';
import { formatRate } from '../../text/numbers.js';

const HEIGHT = 180;
const LEFT = 60; // room for the numbers of the y axis
const RIGHT = 28; // room for half of the last number
const TOP = 12;
const BOTTOM = 24;

/** A run's rate over time. */
interface Rates {
  readonly history: RateHistory;
  readonly unit: string;
  readonly clock: RunClock;
}

/** A chart of a run's rate over time, as soon as there is one. */
export function RateChart({ isCounting, ...rates }: Rates & { readonly isCounting: boolean }) {
  const { rates: found } = rates.history;
  if (found.length > 1 && Math.max(...found) > 0) return <Curve {...rates} />;
  return isCounting ? <p class="hint">The chart of the rate appears when the first subproblem is finished.</p> : null;
}

/** The chart. It is drawn without scaling, so its text has the size of other text. */
function Curve({ history, unit, clock }: Rates) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth)); // called once at the start, too
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const points = history.rates.map((rate, i): readonly [end: number, rate: number] => [
    (i + 1) * history.interval,
    rate,
  ]);
  const most = Math.max(...history.rates);
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1) ?? [0, 0]];
  const rates = roundNumbers(most);
  const x = (time: number) => LEFT + ((time - first) * (width - LEFT - RIGHT)) / (last[0] - first);
  const y = (rate: number) => HEIGHT - BOTTOM - (rate * (HEIGHT - BOTTOM - TOP)) / (rates.at(-1) ?? 1);
  const title = `${unit} a second${clock === 'run' ? '' : ' per thread'}, over ${clock === 'run' ? 'time' : 'thread time'}`;
  return (
    <figure class="rate">
      <figcaption>{title}</figcaption>
      <div ref={frame}>
        <svg
          class="plot"
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          role="img"
          aria-label={`${title}: ${formatRate(last[1])} at ${formatSeconds(last[0])}, at most ${formatRate(most)}`}
        >
          {rates.map((rate) => (
            <g key={rate}>
              <line x1={LEFT} x2={width - RIGHT} y1={y(rate)} y2={y(rate)} />
              <text x={LEFT - 6} y={y(rate) + 4} text-anchor="end">
                {formatRate(rate)}
              </text>
            </g>
          ))}
          {roundTimes(history.interval, last[0]).map((time) => (
            <text key={time} x={x(time)} y={HEIGHT - 6} text-anchor="middle">
              {formatSeconds(time)}
            </text>
          ))}
          <polyline points={points.map(([time, rate]) => `${x(time)},${y(rate)}`).join(' ')} />
        </svg>
      </div>
    </figure>
  );
}

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
function roundTimes(from: number, to: number): readonly number[] {
  const step = STEPS.find((one) => to / one < 5) ?? 365 * 86_400;
  return Array.from({ length: Math.floor(to / step) }, (_, i) => (i + 1) * step).filter((time) => time >= from);
}
