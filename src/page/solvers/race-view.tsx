import { knownCount } from '../../core/board/known-counts.js';
import { formatCount } from '../../core/text/numbers.js';
import { Button, Click, Range } from '../parts/controls.js';
import { Ruler } from './log-scale.js';
import type { Race } from './race.js';
import { RaceLane } from './race-lane.js';
import { type LaneName, laneNames, MAX_N, MIN_N } from './race-lanes.js';

/** The race: controls, a lane for each solver, and their common result. */
export function RaceView(props: {
  readonly n: number;
  /** The current or last race; undefined before the first. */
  readonly race: Race | undefined;
  readonly onChooseN: (n: number) => void;
  readonly onStart: () => void;
  /** Returns the address of a lane's steps. */
  readonly linkTo: (name: LaneName) => string;
}) {
  const { n, race, onChooseN, onStart, linkTo } = props;
  const isRunning = race !== undefined && race.remaining > 0;
  return (
    <div class="race">
      <div class="row controls">
        <h1>Who wins?</h1>
        <Range name="Queens" min={MIN_N} max={MAX_N} value={n} onChoose={onChooseN} />
        <Button isMain isOff={isRunning} onPress={onStart}>
          {race ? 'Start again' : 'Start'}
        </Button>
        <Button isOff={!isRunning} onPress={() => race?.stop()}>
          Stop
        </Button>
      </div>
      <p>
        Ten programs find all ways to place {n} queens. Each knows more than the one above.{' '}
        <b>
          {race ? (
            <>
              <Click /> one to see it work.
            </>
          ) : (
            'Guess, then press Start.'
          )}
        </b>
      </p>
      <table>
        <caption class="skip">The race for {n} queens</caption>
        <thead>
          <tr>
            <th scope="col">solver</th>
            <th scope="col">
              <Ruler n={n} />
              boards or queens tried
            </th>
            <th scope="col">found</th>
            <th scope="col">time</th>
          </tr>
        </thead>
        <tbody>
          {laneNames.map((name) => (
            <RaceLane key={name} name={name} n={n} lane={race?.lane(name)} address={linkTo(name)} />
          ))}
        </tbody>
      </table>
      <p class="sentence" role="status">
        {race && <Verdict race={race} />}
      </p>
    </div>
  );
}

/** The common result of the finished lanes. Its numbers grow while slow lanes finish. */
function Verdict({ race }: { readonly race: Race }) {
  const finished = [...race.finished];
  if (race.remaining > 1 || finished.length < 2) return null;
  const found = new Set(finished.map(([, { solutions }]) => solutions));
  const [solutions = 0] = found;
  if (found.size > 1 || BigInt(solutions) !== knownCount(race.n)) {
    const counts = finished.map(([name, lane]) => `${name} ${lane.solutions}`).join(', ');
    return (
      <span class="bad">
        These solvers disagree with the published {`${knownCount(race.n)}`}: {counts}.
      </span>
    );
  }
  const searches = finished.filter(([name]) => name !== 'meet').map(([, lane]) => lane);
  const boards = Math.max(...searches.map(({ nodes }) => nodes));
  const tests = Math.min(...searches.map(({ tests }) => tests));
  const [meet, bitmask] = [race.finished.get('meet'), race.finished.get('bitmask')];
  return (
    <>
      The same <b>{formatCount(solutions)}</b> solutions: <b>{formatCount(boards)}</b> boards, or{' '}
      <b>{formatCount(tests)}</b> tests.
      {meet && bitmask && meet.seconds > bitmask.seconds && (
        <>
          {' '}
          The lists of <code>meet</code> pay off only on larger boards.
        </>
      )}
    </>
  );
}
