import { formatBriefly } from '../../core/text/durations.js';
import { formatCount, plural } from '../../core/text/numbers.js';
import { Guess, Range } from '../parts/controls.js';
import { N } from './halves.js';
import {
  BATCH_SIZE,
  findWork,
  formatAmount,
  MAX_N,
  MAX_TIMED_IN_C,
  MEASURED,
  SECONDS_ON_ONE_CORE,
  secondsInC,
  secondsOnOneCore,
} from './published.js';
import { HOUR_GUESSES, type StepProps } from './why-state.js';

/** Describes what fraction of a search's work this program does, as the heading of the step. */
export function describePayoff(n: number): string {
  const { boards, made, checks } = findWork(n);
  return `About 1/${formatCount(Math.round(boards / (made + checks)))} of the work`;
}

export function PayoffStep({ state: { board, hours }, change, heading }: StepProps) {
  const { boards, made, checks } = findWork(board);
  const isLast = board === MAX_N;
  const searchHours = Math.round(secondsInC(board) / 3600);
  return (
    <>
      <div class="say">
        {heading}
        <p>
          The bars compare the work for {board} queens.{' '}
          {!isLast && (
            <b>
              Guess how long the search takes for {MAX_N} queens. Then drag to {MAX_N}.
            </b>
          )}
        </p>
        <div class="row controls">
          {!isLast && (
            <Guess values={HOUR_GUESSES} value={hours} format={formatHours} onGuess={(hours) => change({ hours })} />
          )}
          <Range name="Queens" min={N} max={MAX_N} value={board} onChoose={(to) => change({ board: to })} />
        </div>
        <Bars
          bars={[
            ['A search tries', boards, `${formatAmount(boards)} boards`],
            ['This program builds', made, `${formatAmount(made)} halves`],
            [`and checks up to ${BATCH_SIZE} pairs at once`, checks, `${formatAmount(checks)} times`],
          ]}
        />
        <p class="total" role="status">
          {isLast && (
            <>
              <strong class="number">{formatBriefly(SECONDS_ON_ONE_CORE)}, not hours</strong>
              <br />
              {hours && `You guessed ${formatHours(hours)} for the search. It is about ${searchHours}.`}
            </>
          )}
        </p>
      </div>
      <div class="show">
        <Bars bars={PROGRAMS.map(([name, time]) => [name, time(board), formatBriefly(time(board))])} />
        <p class="hint">
          On one core. The time of the search in C is {board > MAX_TIMED_IN_C ? 'estimated' : 'measured'}.{' '}
          {board < 15 && 'Most of this program’s time is the start of Node.js.'}
        </p>
        <details>
          <summary>Why are so few checks enough?</summary>
          <p>
            The queens in the two or three middle rows, the <i>band</i>, are placed first. Halves that they attack are
            never built, and of up to eight images of a solution, only one is counted. Each list of halves is made from
            lists of shorter halves by adding a queen to all of them at once.
          </p>
          <p>
            The fraction counts halves and checks alike. For an odd number of queens, the rows around a band of two are
            divided unevenly: for 19 queens, one half has nine rows and the other eight. So 19 queens save less than 18.
          </p>
        </details>
        <details>
          <summary>Who invented this?</summary>
          <p>
            E. Horowitz and S. Sahni invented meeting in the middle for the knapsack problem (1974). V. Arlazarov, E.
            Dinic, M. Kronrod and I. Faradžev used tables with the OR of every choice of rows (1970). M. Richards
            published the search with bit masks, <code>bitmask</code> (1997). Times: {MEASURED}.
          </p>
        </details>
      </div>
    </>
  );
}

const formatHours = (hours: number) => plural(hours, 'hour');

/** Lines of text above bars. A bar's length shows its amount. */
function Bars({ bars }: { readonly bars: readonly (readonly [name: string, amount: number, text: string])[] }) {
  const largest = Math.max(...bars.map(([, amount]) => amount));
  return (
    <ul class="bars">
      {bars.map(([name, amount, text]) => (
        <li key={name} style={{ '--share': `${(100 * amount) / largest}%` }}>
          {name} <strong>{text}</strong>
        </li>
      ))}
    </ul>
  );
}

/** The programs whose times are compared. */
const PROGRAMS = [
  ['This program:', secondsOnOneCore],
  ['A search in C:', secondsInC],
] as const;
