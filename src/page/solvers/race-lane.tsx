import { formatSeconds } from '../../core/text/durations.js';
import { formatCount, plural } from '../../core/text/numbers.js';
import type { SolverName } from '../../core/textbook/solver-names.js';
import { solvers } from '../../core/textbook/solvers.js';
import { type Race, SHOW_SECONDS } from './race.js';
import { countBoardsToTest, estimateRemaining, findFraction, LANE_FACTS, type Lane } from './race-lanes.js';

/** A lane of the race, as a row of the table. */
export function RaceLane(props: {
  readonly name: SolverName;
  readonly n: number;
  /** The race; undefined before its start. */
  readonly race: Race | undefined;
  readonly address: string;
  readonly isGuess: boolean;
  readonly onGuess: () => void;
}) {
  const { name, n, race, address, isGuess, onGuess } = props;
  const [idea, describeFact] = LANE_FACTS[name];
  const measured = race?.lane(name);
  const { phase } = race ?? {};
  const progress = race?.progress(name) ?? 0;
  /** The lane to show. Its time stays secret until the lane arrives in the slow motion. */
  const lane = phase === 'over' || progress === 1 ? measured : undefined;
  const state = lane?.state ?? { measuring: 'waiting', showing: 'running', over: 'ready' }[phase ?? 'over'];
  /** Before a race, guesses this lane; later, follows its link. Keyboard users have the radio button and the link. */
  function onClick({ target }: Event): void {
    if (!(target instanceof Element) || target.closest('a')) return;
    if (race) target.closest('tr')?.querySelector('a')?.click();
    else onGuess();
  }
  return (
    <tr class="lane" data-state={state} data-name={name} onClick={onClick}>
      <th scope="row">
        <a href={address}>{name}</a>
      </th>
      <td class="idea hint">
        <b>{idea}</b> {describeFact(n)}
      </td>
      <td>
        {race && phase === 'showing' ? describeArrival(race, name) : describeWork(name, n, lane)}
        {race && phase !== 'measuring' && <span class="track" aria-hidden="true" style={{ '--done': progress }} />}
      </td>
      <td class={lane?.state}>{lane && lane.nodes > 0 && formatCount(lane.solutions)}</td>
      <td>
        {race && lane && (
          <>
            {describePlace(race, name)} {describeLaneTime(name, n, lane)}
          </>
        )}
        {!race && (
          <label>
            <input type="radio" name="guess" aria-label={`${name} wins`} checked={isGuess} onChange={onGuess} /> wins
          </label>
        )}
      </td>
    </tr>
  );
}

/** Describes when a lane that is too slow for the slow motion would arrive. */
function describeArrival(race: Race, name: SolverName): string {
  if (race.lane(name).state === 'failed') return describeWork(name, race.n, race.lane(name));
  const seconds = race.arrival(name);
  return seconds > SHOW_SECONDS ? `at this speed, it arrives in ${formatSeconds(seconds)}` : '\u00a0';
}

/** Returns a lane's place, such as `1st`; empty if it has not finished or its time is too close to the winner's. */
function describePlace(race: Race, name: SolverName): string {
  const place = race.ranking.findIndex(([one]) => one === name) + 1;
  const isOpen = race.winners.length > 1 && race.winners.includes(name);
  return place === 0 || isOpen ? '' : `${place}${['', 'st', 'nd', 'rd'][place] ?? 'th'}`;
}

/** Describes how much work a lane has done and, if known, how much there is. */
function describeWork(name: SolverName, n: number, lane: Lane | undefined): string {
  const { space, visits } = solvers[name];
  const all = countBoardsToTest(name, n);
  if (lane?.state === 'failed') return `failed: ${lane.message}`;
  if (lane?.state === 'finished') return `${plural(lane.nodes, visits)}, ${plural(lane.tests, 'test')}`;
  if (!all) return '';
  if (lane?.state === 'too long') return `${formatCount(all)} boards: too many to test`;
  if (!lane?.nodes) return `${space.formula(n)} = ${formatCount(all)} boards`;
  return `${((100 * lane.nodes) / all).toFixed(1)}% of ${formatCount(all)} boards`;
}

/** Describes how long a lane has taken or how much longer it will take. */
function describeLaneTime(name: SolverName, n: number, lane: Lane) {
  const { state, seconds, nodes } = lane;
  if (state === 'finished') return <b>{formatMilliseconds(seconds)}</b>;
  if (state === 'too long') return `about ${formatSeconds(seconds)}`;
  if (state === 'stopped') return nodes > 0 ? `stopped after ${formatSeconds(seconds)}` : 'stopped';
  if (state !== 'running' || nodes === 0) return '';
  const remaining = estimateRemaining(findFraction(name, n, lane), seconds);
  return remaining ? `${formatSeconds(remaining)} left` : formatMilliseconds(seconds);
}

/** Formats a time with the same unit for all lanes, so they are easy to compare: 0.13 ms, 1,800 ms. */
export function formatMilliseconds(seconds: number): string {
  const digits = { minimumSignificantDigits: 2, maximumSignificantDigits: 2 };
  return `${(1000 * seconds).toLocaleString('en', digits)}\u00a0ms`;
}
