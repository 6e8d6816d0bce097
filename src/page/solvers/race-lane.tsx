import { formatBriefly, formatSeconds } from '../../core/text/durations.js';
import { formatCount, plural } from '../../core/text/numbers.js';
import { solvers } from '../../core/textbook/solvers.js';
import { placeOnScale } from './log-scale.js';
import type { Lane } from './race.js';
import { canRun, countBoardsToTest, LANE_FACTS, type LaneName } from './race-lanes.js';

/** Seconds after which a running lane shows the time left. Before that, its speed is too uncertain. */
const FORECAST_AFTER = 1;

/** A lane of the race, as a row of the table. */
export function RaceLane(props: {
  readonly name: LaneName;
  readonly n: number;
  /** The state of the lane; undefined before a race, and for a lane that cannot run. */
  readonly lane: Lane | undefined;
  readonly address: string;
}) {
  const { name, n, lane, address } = props;
  const all = countBoardsToTest(name, n);
  const isOver = lane?.state === 'finished';
  /** Follows the lane's link after a click anywhere in the lane. The link itself serves the keyboard and new tabs. */
  function onClick({ target }: Event): void {
    if (!(target instanceof Element && target.closest('a'))) location.hash = address;
  }
  return (
    <tr class="lane" data-state={lane?.state ?? 'ready'} onClick={onClick}>
      <th scope="row">
        <a href={address}>{name}</a>
        <span class="hint"> {LANE_FACTS[name](n)}</span>
      </th>
      <td>
        {describeWork(name, n, lane)}
        <span
          class="track"
          aria-hidden="true"
          style={{
            '--done': lane && hasStats(lane) ? placeOnScale(lane.nodes, n) : 0,
            '--all': all ? placeOnScale(all, n) : 0,
          }}
        />
      </td>
      <td>{lane && hasStats(lane) && formatCount(lane.solutions)}</td>
      <td>{isOver ? <b>{formatBriefly(lane.seconds)}</b> : describeTime(lane, all)}</td>
    </tr>
  );
}

/** Returns whether a lane has statistics to show. */
function hasStats({ state, nodes }: Lane): boolean {
  return state === 'finished' || ((state === 'running' || state === 'stopped') && nodes > 0);
}

/** Says how much work a lane has done and, if known, how much there is. */
function describeWork(name: LaneName, n: number, lane: Lane | undefined): string {
  const all = countBoardsToTest(name, n);
  if (lane?.state === 'failed') return `failed: ${lane.message}`;
  if (!lane || !hasStats(lane)) {
    if (!canRun(name, n)) return 'needs five rows or more';
    if (!all || name === 'meet') return '?';
    const isSkipped = lane?.state === 'too long';
    return `${solvers[name].space.formula(n)} = ${formatCount(all)} boards${isSkipped ? ': too many to test' : ''}`;
  }
  if (lane.state !== 'finished') return `${formatCount(lane.nodes)} of ${formatCount(all ?? 0)} boards`;
  if (name === 'meet') return `${plural(lane.nodes, 'pair')} of halves`;
  return `${plural(lane.nodes, solvers[name].visits)}, ${plural(lane.tests, 'test')}`;
}

/** Says how long a lane has taken, and how long it will take. */
function describeTime(lane: Lane | undefined, all: number | undefined): string {
  if (!lane) return '';
  const { state, seconds, nodes } = lane;
  if (state === 'too long') return `about ${formatSeconds(seconds)}`;
  if (state === 'stopped') return nodes > 0 ? `stopped after ${formatSeconds(seconds)}` : 'stopped';
  if (state !== 'running') return '';
  if (!all || seconds < FORECAST_AFTER) return nodes > 0 ? formatBriefly(seconds) : '';
  return `${formatSeconds(seconds)}, ${formatSeconds(((all - nodes) / nodes) * seconds)} left`;
}
