import type { RateHistory, RunClock } from '../../runs/run-update.js';
import { formatSeconds } from '../../text/durations.js';
import { formatRate } from '../../text/numbers.js';
import { Plot } from '../parts/plot.js';
import { ratePoints, roundNumbers, roundTimes } from './run-picture.js';

/** A chart of a run's rate over time. */
export function RateChart(props: {
  readonly history: RateHistory;
  readonly unit: string;
  readonly clock: RunClock;
  readonly isCounting: boolean;
}) {
  const { history, unit, clock, isCounting } = props;
  const points = ratePoints(history);
  const most = Math.max(...history.rates);
  if (points.length < 2 || most === 0) {
    return isCounting ? <p class="hint">The chart of the rate appears when the first subproblem is finished.</p> : null;
  }
  const rates = new Map(points);
  const last = points.at(-1)?.[0] ?? 0;
  const rate = `${unit} a second${clock === 'run' ? '' : ' per thread'}`;
  return (
    <figure class="rate">
      <figcaption>{`${rate}, over ${clock === 'run' ? 'time' : 'thread time'}`}</figcaption>
      <Plot
        label="Rate over time"
        lines={[{ name: unit, points }]}
        xTicks={roundTimes(history.interval, last).map((value) => ({ value, text: formatSeconds(value) }))}
        yTicks={roundNumbers(most).map((value) => ({ value, text: formatRate(value) }))}
        height={180}
        inWords={(end) => `${formatSeconds(end)}: ${formatRate(rates.get(end) ?? 0)} ${rate}`}
      />
    </figure>
  );
}
