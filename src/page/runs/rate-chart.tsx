import { useState } from 'preact/hooks';
import type { RateHistory, RunClock } from '../../runs/run-update.js';
import { formatSeconds } from '../../text/durations.js';
import { formatRate } from '../../text/numbers.js';
import { roundNumbers } from '../parts/axes.js';
import { Plot } from '../parts/plot.js';
import { ratePoints } from './run-picture.js';

/** The rate of a run over its time. The figures are those of the chosen point, or of the last one. */
export function RateChart(props: {
  readonly history: RateHistory;
  readonly unit: string;
  readonly clock: RunClock;
  readonly isCounting: boolean;
}) {
  const { history, unit, clock, isCounting } = props;
  const points = ratePoints(history);
  const [chosen, setChosen] = useState<number>();
  const shown = points.find(([end]) => end === chosen) ?? points.at(-1);
  const most = Math.max(...history.rates);
  if (!shown || points.length < 2 || most === 0) {
    return isCounting ? <p class="hint">The chart of the rate begins when the first subproblem has ended.</p> : null;
  }
  const [end, rate] = shown;
  const last = points.at(-1)?.[0] ?? 0;
  const inWords = `${formatSeconds(end)}: ${formatRate(rate)} ${unit} a second${clock === 'run' ? '' : ' and thread'}`;
  return (
    <figure class="rate">
      <figcaption>
        {clock === 'run' ? `${unit} a second, over the time` : `${unit} a second and thread, over the threads' time`}
      </figcaption>
      <Plot
        label="Rate over time"
        lines={[{ name: unit, points }]}
        xTicks={[history.interval, last].map((value) => ({ value, text: formatSeconds(value) }))}
        yTicks={roundNumbers(most).map((value) => ({ value, text: formatRate(value) }))}
        height={180}
        chosen={end === chosen ? chosen : undefined}
        onChoose={setChosen}
        inWords={inWords}
      />
      <p class="hint">{inWords}</p>
    </figure>
  );
}
