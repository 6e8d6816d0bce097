import { formatCount } from '../../core/text/numbers.js';
import { Range } from '../parts/controls.js';
import { Clocks } from './clocks.js';
import { N } from './halves.js';
import { describeTime, estimateTimeInC, MEASURED_CPU, MEASURED_ON } from './measured.js';
import { findWork, formatAmount, MAX_N } from './published.js';
import type { StepProps } from './why-state.js';

/** Says what fraction of a search's work this program does, as the heading of the step. */
export function describeGain(n: number): string {
  const { boards, made, asked } = findWork(n);
  return `1/${formatCount(Math.round(boards / (made + asked)))} of the work`;
}

export function GainStep({ state: { board }, change, heading }: StepProps) {
  const { boards, made, asked } = findWork(board);
  const bars = [
    ['A search tries', boards, 'boards'],
    ['This program builds', made, 'halves'],
    ['and asks', asked, 'questions'],
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
        <p class="total">
          <strong class="number">
            {describeTime(MAX_N)}, not {Math.round(estimateTimeInC() / 3600)} hours
          </strong>
          <br />
          for {MAX_N} queens on one core: this program, against a search in C. One question compares up to 128 pairs.
        </p>
        <details>
          <summary>How do so many pairs become so few questions?</summary>
          <p>
            The queens of two or three middle rows, the <i>band</i>, are placed first. Halves that they attack are never
            built, and only one of two mirror images is. Each list of halves is made from shorter ones, by adding a
            queen to all of them at once.
          </p>
        </details>
        <details>
          <summary>Who invented this?</summary>
          <p>
            The count for 27 queens is by T. Preußer and M. Engelhardt (2016). Meeting in the middle is by E. Horowitz
            and S. Sahni (1974), for the knapsack problem. Tables with the OR of every choice of rows are by V.
            Arlazarov, E. Dinic, M. Kronrod and I. Faradžev (1970). The search with bit masks, <code>bitmask</code>, is
            by M. Richards (1997). Times: {MEASURED_CPU}, {MEASURED_ON}.
          </p>
        </details>
      </div>
      <div class="show">
        <Clocks />
        <p class="hint">Each disk is an hour.</p>
      </div>
    </>
  );
}
