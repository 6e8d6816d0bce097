import { formatSeconds } from '../../core/text/durations.js';
import { formatCount, plural } from '../../core/text/numbers.js';
import type { SolverName } from '../../core/textbook/solver-names.js';
import { solvers } from '../../core/textbook/solvers.js';
import { placeOnScale } from './log-scale.js';
import { countBoardsToTest, estimateRemaining, findFraction, IDEAS, LANE_FACTS, type Lane } from './race-lanes.js';

/** A lane of the race, as a row of the table. */
export function RaceLane(props: {
  readonly name: SolverName;
  readonly n: number;
  /** The state of the lane; undefined before a race. */
  readonly lane: Lane | undefined;
  readonly address: string;
  readonly isGuess: boolean;
  readonly onGuess: () => void;
}) {
  const { name, n, lane, address, isGuess, onGuess } = props;
  const [idea, solversOfIdea = []] = IDEAS.find(([, [first]]) => first === name) ?? [];
  const fraction = lane ? findFraction(name, n, lane) : 1;
  const tests = lane ? lane.tests / fraction : 0;
  /** Guesses this lane before a race, then follows its link. The radio button and the link serve the keyboard. */
  function onClick({ target }: Event): void {
    if (target instanceof Element && target.closest('a')) return;
    if (!lane) onGuess();
    else location.hash = address;
  }
  return (
    <tr class="lane" data-state={lane?.state ?? 'ready'} onClick={onClick}>
      {idea && (
        <th class="idea" scope="rowgroup" rowSpan={solversOfIdea.length}>
          {idea}
        </th>
      )}
      <th scope="row">
        <a href={address}>{name}</a>
        <span class="hint"> {LANE_FACTS[name](n)}</span>
      </th>
      <td>
        {describeWork(name, n, lane)}
        {tests > 0 && (
          <span class="track" aria-hidden="true" style={{ '--all': placeOnScale(tests, n), '--done': fraction }} />
        )}
      </td>
      <td class={lane?.state}>{lane && lane.nodes > 0 && formatCount(lane.solutions)}</td>
      <td>
        {lane ? (
          describeLaneTime(name, n, lane)
        ) : (
          <label>
            <input type="radio" name="guess" aria-label={`${name} wins`} checked={isGuess} onChange={onGuess} /> wins
          </label>
        )}
      </td>
    </tr>
  );
}

/** Says how much work a lane has done and, if known, how much there is. */
function describeWork(name: SolverName, n: number, lane: Lane | undefined): string {
  const { space, visits } = solvers[name];
  const all = countBoardsToTest(name, n);
  if (lane?.state === 'failed') return `failed: ${lane.message}`;
  if (lane?.state === 'finished') return `${plural(lane.nodes, visits)}, ${plural(lane.tests, 'test')}`;
  if (!all) return '?';
  if (lane?.state === 'too long') return `${space.formula(n)} = ${formatCount(all)} boards: too many to test`;
  if (!lane?.nodes) return `${space.formula(n)} = ${formatCount(all)} boards`;
  return `${((100 * lane.nodes) / all).toFixed(1)}% of ${formatCount(all)} boards`;
}

/** Says how long a lane has taken, and how long it will take. */
function describeLaneTime(name: SolverName, n: number, lane: Lane) {
  const { state, seconds, nodes } = lane;
  if (state === 'finished') return <b>{formatMilliseconds(seconds)}</b>;
  if (state === 'too long') return `about ${formatSeconds(seconds)}`;
  if (state === 'stopped') return nodes > 0 ? `stopped after ${formatSeconds(seconds)}` : 'stopped';
  if (state !== 'running' || nodes === 0) return '';
  const remaining = estimateRemaining(findFraction(name, n, lane), seconds);
  return remaining ? `${formatSeconds(remaining)} left` : formatMilliseconds(seconds);
}

/** Formats a time with the same unit for all lanes, so their factors can be seen: 0.13 ms, 1,800 ms. */
function formatMilliseconds(seconds: number): string {
  const milliseconds = 1000 * seconds;
  const digits = { minimumSignificantDigits: 2, maximumSignificantDigits: 2 };
  return `${milliseconds.toLocaleString('en', digits)}\u00a0ms`;
}
