import { useState } from 'preact/hooks';
import { formatBriefly, formatSeconds } from '../../core/text/durations.js';
import { formatCount } from '../../core/text/numbers.js';
import { Range, range } from '../parts/controls.js';
import { useFrames, useOnce } from '../parts/motion.js';
import { N } from './halves.js';
import {
  BATCH_SIZE,
  findWork,
  formatAmount,
  MAX_N,
  MEASURED_CPU,
  MEASURED_ON,
  SECONDS_IN_C,
  SECONDS_ON_ONE_CORE,
} from './published.js';
import type { StepProps } from './why-state.js';

const HOUR = 3600;

/** Describes what fraction of a search's work this program does, as the heading of the step. */
export function describePayoff(n: number): string {
  const { boards, made, checks } = findWork(n);
  return `1/${formatCount(Math.round(boards / (made + checks)))} of the work`;
}

export function PayoffStep({ state: { board }, change, heading }: StepProps) {
  const { boards, made, checks } = findWork(board);
  const isTimed = board === MAX_N;
  const bars = [
    ['A search tries', boards, 'boards'],
    ['This program builds', made, 'halves'],
    ['and makes', checks, `checks of up to ${BATCH_SIZE} pairs`],
  ] as const;

  return (
    <>
      <div class="say">
        {heading}
        <Range name="Queens" min={N} max={MAX_N} value={board} onChoose={(to) => change({ board: to })} />
        <ul class="bars">
          {bars.map(([name, amount, unit]) => (
            <li key={name} style={{ '--share': `${(100 * amount) / boards}%` }}>
              {name} <strong>{formatAmount(amount)}</strong> {unit}
            </li>
          ))}
        </ul>
        {isTimed && (
          <p class="total">
            <strong class="number">{formatBriefly(SECONDS_ON_ONE_CORE)}, not hours</strong>
            <br />
            for {MAX_N} queens on one core. A search in C would take about {Math.round(SECONDS_IN_C / HOUR)} hours
            (estimated from its time for 16 queens).
          </p>
        )}
      </div>
      <div class="show">
        {isTimed && <Clocks />}
        <p class="hint">{isTimed ? 'Each disk is an hour.' : `Drag to ${MAX_N} queens to compare times.`}</p>
        <details>
          <summary>Why are so few checks enough?</summary>
          <p>
            The queens in the middle two or three rows, the <i>band</i>, are placed first. Halves that they attack are
            never built, and of two mirror images, only one is built. Each list of halves is made from lists of shorter
            halves by adding a queen to all of them at once.
          </p>
        </details>
        <details>
          <summary>Who invented this?</summary>
          <p>
            The count for 27 queens is by T. Preußer and M. Engelhardt (2016). Meeting in the middle is by E. Horowitz
            and S. Sahni (1974), who used it for the knapsack problem. Tables with the OR of every choice of rows are by
            V. Arlazarov, E. Dinic, M. Kronrod and I. Faradžev (1970). The search with bit masks, <code>bitmask</code>,
            is by M. Richards (1997). Times: {MEASURED_CPU}, {MEASURED_ON}.
          </p>
        </details>
      </div>
    </>
  );
}

/** The seconds that each program takes for 20 queens. */
const TIMES = [
  ['This program:', SECONDS_ON_ONE_CORE],
  ['A search in C: about', SECONDS_IN_C],
] as const;

/**
 * Two clocks, each with a disk for every hour. They start together, once per visit, and stop when their programs end.
 * Time runs faster and faster: this program ends after two seconds, and the search in C after about seven.
 */
function Clocks() {
  const isFirstVisit = useOnce('the clocks');
  const [elapsed, setElapsed] = useState(isFirstVisit ? 0 : SECONDS_IN_C);
  useFrames(elapsed < SECONDS_IN_C, (seconds) =>
    setElapsed(Math.min(SECONDS_IN_C, SECONDS_ON_ONE_CORE * (seconds / 2) ** 4)),
  );
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
