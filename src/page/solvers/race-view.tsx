import type { SolverName } from '../../core/textbook/solver-names.js';
import type { AddressState } from '../parts/address.js';
import { Button, Click, Range } from '../parts/controls.js';
import { findCountObstacle } from '../worker/requirements.js';
import { Ruler } from './log-scale.js';
import type { Race } from './race.js';
import { RaceLane } from './race-lane.js';
import { IDEAS, MAX_RACE, MIN_RACE } from './race-lanes.js';
import { FINALS, type SolversState } from './solvers-state.js';
import { Remarks, Winner } from './verdict.js';

/** The race: controls, a lane for each solver, the verdict, and the way to the final. */
export function RaceView(
  props: AddressState<SolversState> & {
    /** The current or last race; undefined before the first. */
    readonly race: Race | undefined;
    readonly guess: SolverName | undefined;
    readonly onGuess: (name: SolverName) => void;
    readonly onStart: () => void;
  },
) {
  const { change, goTo, linkTo, race, guess, onGuess, onStart } = props;
  const { n } = props.state;
  const isRunning = race !== undefined && race.unfinished.length > 0;
  const isDecided = race?.isDecided ?? false;
  return (
    <div class="race">
      <div class="row controls">
        <h1>Who wins?</h1>
        <Range name="Queens" min={MIN_RACE} max={MAX_RACE} value={n} onChoose={(n) => change({ n })} />
        <Button isMain={!isDecided} isOff={isRunning} onPress={onStart}>
          {race ? 'Start again' : 'Start'}
        </Button>
        <Button isOff={!isRunning} onPress={() => race?.stop()}>
          Stop
        </Button>
      </div>
      <p>
        Nine programs, each timed alone, find all ways to place {n} queens. The least time wins.{' '}
        <b>
          {race ? (
            <>
              <Click /> one to watch.
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
            <th scope="col">idea</th>
            <th scope="col">solver</th>
            <th scope="col">
              <Ruler n={n} />
            </th>
            <th scope="col">solutions</th>
            <th scope="col">time</th>
          </tr>
        </thead>
        {IDEAS.map(([idea, names]) => (
          <tbody key={idea}>
            {names.map((name) => (
              <RaceLane
                key={name}
                name={name}
                n={n}
                lane={race?.lane(name)}
                address={linkTo({ solver: name, step: 1 })}
                isGuess={guess === name}
                onGuess={() => onGuess(name)}
              />
            ))}
          </tbody>
        ))}
      </table>
      <p class="sentence" role="status">
        {race ? <Winner race={race} guess={guess} /> : guess && `Your guess: ${guess}.`}
      </p>
      {/* Not a status, because a screen reader would repeat the time left all the time. */}
      <p class="hint">{race && <Remarks race={race} />}</p>
      <div class="row">
        {findCountObstacle() ?? (
          <Button isMain={isDecided} onPress={() => goTo({ final: FINALS[0] })}>
            Final: 16 queens{isDecided && ', bitmask against meet'}
          </Button>
        )}
        <span class="hint">
          The rival, <a href="#why?step=3">meet</a>, joins two halves of the board.
        </span>
      </div>
    </div>
  );
}
