import { useLayoutEffect, useRef } from 'preact/hooks';
import { type SolverName, solverNames } from '../../core/textbook/solver-names.js';
import type { AddressState } from '../parts/address.js';
import { Button, Click, Range } from '../parts/controls.js';
import { prefersNoMotion, useFrames } from '../parts/motion.js';
import { findCountObstacle } from '../worker/requirements.js';
import { type Race, SHOW_SECONDS } from './race.js';
import { formatMilliseconds, RaceLane } from './race-lane.js';
import { MAX_RACE, MIN_RACE } from './race-lanes.js';
import { FINALS, type SolversState } from './solvers-state.js';
import { describeRest, Verdict } from './verdict.js';

/** The race: controls, a lane for each solver, the verdict, and a button for the final. */
export function RaceView(
  props: AddressState<SolversState> & {
    readonly isShown: boolean;
    /** The current or last race; undefined before the first. */
    readonly race: Race | undefined;
    readonly guess: SolverName | undefined;
    readonly onGuess: (name: SolverName) => void;
    readonly onStart: () => void;
  },
) {
  const { isShown, change, goTo, linkTo, race, guess, onGuess, onStart } = props;
  const { n } = props.state;
  const phase = race?.phase;
  const isRunning = race !== undefined && (phase !== 'over' || race.unfinished.length > 0);
  const sorted = race && phase === 'over' && race.ranking.length > 0 ? race.order : undefined;
  const table = useMovingRows(sorted);
  useFrames(phase === 'showing' && isShown, (_, passed) => race?.show(passed));
  useLayoutEffect(() => {
    if (phase === 'showing' && prefersNoMotion()) race?.show(Number.POSITIVE_INFINITY);
  }, [phase]);
  return (
    <div class="race">
      <div class="row controls">
        <h1>Who wins?</h1>
        <Range name="Queens" min={MIN_RACE} max={MAX_RACE} value={n} onChoose={(n) => change({ n })} />
        <Button isMain={phase !== 'over'} onPress={isRunning ? () => race.stop() : onStart}>
          {isRunning ? 'Stop' : race ? 'Start again' : 'Start'}
        </Button>
      </div>
      <p>
        Nine programs, each timed alone, find all ways to place {n} queens. The shortest time wins.{' '}
        <b>{!race && 'Guess, then press Start.'}</b> <Click /> a name to watch it.
      </p>
      <p class="sentence" role="status">
        {race ? <Verdict race={race} guess={guess} /> : guess && `Your guess: ${guess}.`}
      </p>
      <table ref={table} class={phase}>
        <caption class="skip">The race for {n} queens</caption>
        <thead>
          <tr>
            <th scope="col" style={{ '--width': '17%' }} children="solver" />
            <th scope="col" style={{ '--width': '32%' }} children="idea" />
            <th scope="col">
              {phase === 'showing'
                ? `slow motion: ${formatMilliseconds(race?.length ?? 0)} is shown as ${SHOW_SECONDS} s`
                : 'work'}
            </th>
            <th scope="col" style={{ '--width': '8%' }} children="solutions" />
            <th scope="col" style={{ '--width': '14%' }} children="time" />
          </tr>
        </thead>
        <tbody>
          {(sorted ?? solverNames).map((name) => (
            <RaceLane
              key={name}
              name={name}
              n={n}
              race={race}
              address={linkTo({ solver: name, step: 1 })}
              isGuess={guess === name}
              onGuess={() => onGuess(name)}
            />
          ))}
        </tbody>
      </table>
      {/* Not a status, because a screen reader would announce the time left again and again. */}
      <p class="hint">{race && describeRest(race)}</p>
      <div class="row">
        {findCountObstacle() ?? (
          <Button isMain={phase === 'over'} onPress={() => goTo({ final: FINALS[0] })}>
            Final: {FINALS[0]} queens, bitmask against meet
          </Button>
        )}
      </div>
    </div>
  );
}

/** Moves the rows of a table to their new places when their order changes. */
function useMovingRows(order: readonly SolverName[] | undefined) {
  const table = useRef<HTMLTableElement>(null);
  const tops = useRef<Readonly<Record<string, number>>>({});
  useLayoutEffect(() => {
    const rows = [...(table.current?.querySelectorAll<HTMLElement>('.lane') ?? [])];
    for (const row of order && !prefersNoMotion() ? rows : []) {
      const from = (tops.current[row.dataset.name ?? ''] ?? row.offsetTop) - row.offsetTop;
      row.animate({ transform: [`translateY(${from}px)`, 'none'] }, { duration: 800, easing: 'ease-in-out' });
    }
    tops.current = Object.fromEntries(rows.map((row) => [row.dataset.name, row.offsetTop]));
  }, [String(order)]);
  return table;
}
