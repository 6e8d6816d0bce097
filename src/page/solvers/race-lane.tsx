import { formatBriefly, formatSeconds } from '../../core/text/durations.js';
import { formatCount, plural } from '../../core/text/numbers.js';
import type { SolverName } from '../../core/textbook/solver-names.js';
import { solvers } from '../../core/textbook/solvers.js';
import { placeOnScale } from './log-scale.js';
import { countBoardsToTest, estimateRemaining, IDEAS, LANE_FACTS, type Lane } from './race-lanes.js';

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
  const all = countBoardsToTest(name, n);
  const hasStats = lane !== undefined && lane.state !== 'too long' && lane.nodes > 0;
  const done = hasStats ? placeOnScale(lane.tests, n) : 0;
  const expected = all ? placeOnScale(hasStats ? (all * lane.tests) / lane.nodes : all, n) : done;
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
        {expected > 0 && (
          <span class="track" aria-hidden="true" style={{ '--all': expected, '--done': done / expected }} />
        )}
      </td>
      <td class={lane?.state}>{hasStats && formatCount(lane.solutions)}</td>
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
  return `${formatCount(lane.nodes)} of ${formatCount(all)} boards`;
}

/** Says how long a lane has taken, and how long it will take. */
function describeLaneTime(name: SolverName, n: number, lane: Lane) {
  const { state, seconds, nodes } = lane;
  if (state === 'finished') return <b>{formatBriefly(seconds)}</b>;
  if (state === 'too long') return `about ${formatSeconds(seconds)}`;
  if (state === 'stopped') return nodes > 0 ? `stopped after ${formatSeconds(seconds)}` : 'stopped';
  if (state !== 'running' || nodes === 0) return '';
  const remaining = estimateRemaining(name, n, lane);
  return remaining ? `${formatSeconds(seconds)}, ${formatSeconds(remaining)} left` : formatBriefly(seconds);
}
