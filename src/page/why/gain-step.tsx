import { formatCount, plural } from '../../text/numbers.js';
import { MiniBoard } from '../parts/board.js';
import { Range } from '../parts/controls.js';
import { inWords, LARGEST, MOST_CORES, SUBPROBLEMS_OF_11, workOf } from './figures.js';
import { N } from './halves.js';
import { hoursInC, MEASURED_CPU, MEASURED_ON, timeOf } from './measured.js';
import type { StepProps } from './why-state.js';

/** Compares the work of a search with that of this program, and divides it among processor cores. */
export function GainStep({ state: { board, cores }, change, heading }: StepProps) {
  const { boards, made, asked } = workOf(board);
  const gain = boards / (made + asked);
  const bars = [
    ['A search tries', boards, 'boards'],
    ['This program builds', made, 'halves'],
    ['and asks', asked, 'questions'],
  ] as const;

  return (
    <>
      <div class="say">
        {heading}
        <Range
          name={plural(board, 'queen')}
          least={N}
          most={LARGEST}
          value={board}
          onChoose={(to) => change({ board: to })}
        />
        <ul class="bars">
          {bars.map(([name, amount, unit]) => (
            <li key={name} style={{ '--share': `${(100 * amount) / boards}%` }}>
              {name} <strong>{inWords(amount)}</strong> {unit}
            </li>
          ))}
        </ul>
        <p class="total" role="status">
          <strong class="number">{formatCount(Math.round(gain))} times less work</strong>
          <br />
          One question compares up to 128 pairs. For 20 queens, a search in C takes about {hoursInC()} hours, this
          program {timeOf(20)}.
        </p>
        <details>
          <summary>How do so many pairs become so few questions?</summary>
          <p>
            The queens of two or three middle rows, the <b>band</b>, are placed first. Halves that they attack are never
            built, and of mirror images only one is. Each list of halves is made from shorter ones, by adding a queen to
            all of them at once.
          </p>
        </details>
        <details>
          <summary>Who found this out?</summary>
          <p>
            The count for 27 queens is by T. Preußer and M. Engelhardt (2016). Meeting in the middle is by E. Horowitz
            and S. Sahni (1974), for the knapsack problem. Tables with the OR of every choice of rows are by V.
            Arlazarov, E. Dinic, M. Kronrod and I. Faradžev (1970). The search with bit masks, in the view Search, is by
            M. Richards (1997). Times: {MEASURED_CPU}, {MEASURED_ON}.
          </p>
        </details>
      </div>
      <div class="show">
        <Cores cores={cores} onChoose={(to) => change({ cores: to })} />
      </div>
    </>
  );
}

/** The subproblems of 11 queens, divided among processor cores. Each row of tiles is counted at the same time. */
function Cores({ cores, onChoose }: { readonly cores: number; readonly onChoose: (cores: number) => void }) {
  const n = 11;
  const middle = Math.floor(n / 2);
  const total = SUBPROBLEMS_OF_11.reduce((sum, one) => sum + one, 0);
  return (
    <>
      <p>
        Processor cores share it. A <b>subproblem</b> says where the queen of the middle row stands, and needs nothing
        from the others. 11 queens have {SUBPROBLEMS_OF_11.length}:
      </p>
      <Range name={plural(cores, 'core')} least={1} most={MOST_CORES} value={cores} onChoose={onChoose} />
      <ol class="subproblems" style={{ '--cores': cores }}>
        {SUBPROBLEMS_OF_11.map((count, i) => (
          <li key={count}>
            <MiniBoard n={n} queens={[middle + i]} firstRow={middle} />
            <strong>{formatCount(count)}</strong>
          </li>
        ))}
      </ol>
      <p role="status">
        {plural(cores, 'core')}, {plural(Math.ceil(SUBPROBLEMS_OF_11.length / cores), 'round')},{' '}
        {plural(total, 'solution')}. With two cores, 20 queens take {timeOf(20, 2)}.
      </p>
    </>
  );
}
