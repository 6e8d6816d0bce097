import { useState } from 'preact/hooks';
import { formatSeconds } from '../../core/text/durations.js';
import { range } from '../parts/controls.js';
import { useFrames, useOnce } from '../parts/motion.js';
import { estimateTimeInC, findTime } from './measured.js';
import { MAX_N } from './published.js';

/** The seconds that each program takes for 20 queens. */
const TIMES = [
  ['This program', findTime(MAX_N)],
  ['A search in C', estimateTimeInC()],
] as const;
const [[, SHORTER], [, LONGER]] = TIMES;

const HOUR = 3600;

/**
 * Two clocks, each with a disk for every hour. They start together, once in a visit, and stop when their programs end.
 * Time runs faster and faster: this program ends after two seconds, and the search in C after about seven.
 */
export function Clocks() {
  const isFirstVisit = useOnce('the clocks');
  const [elapsed, setElapsed] = useState(isFirstVisit ? 0 : LONGER);
  useFrames(elapsed < LONGER, (seconds) => setElapsed(Math.min(LONGER, SHORTER * (seconds / 2) ** 4)));
  return (
    <ul class="clocks">
      {TIMES.map(([name, time]) => {
        const shown = Math.min(time, elapsed);
        return (
          <li key={name} data-state={shown < time ? 'running' : 'finished'}>
            {name} <strong>{formatSeconds(shown)}</strong>
            <div class="row">
              {range(0, Math.ceil(time / HOUR) - 1).map((hour) => (
                <i key={hour} style={{ '--turns': Math.max(0, Math.min(1, shown / HOUR - hour)) }} />
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
