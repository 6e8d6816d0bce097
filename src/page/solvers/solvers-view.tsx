// src/page/solvers is the *Solvers* view: the race of the textbook solvers, its final, and the steps of each solver.

import { useEffect, useReducer, useState } from 'preact/hooks';
import type { SolverName } from '../../core/textbook/solver-names.js';
import { useAddressState, type ViewProps } from '../parts/address.js';
import { Note } from '../parts/controls.js';
import { findCountObstacle } from '../worker/requirements.js';
import { FinalView } from './final-view.js';
import { Race } from './race.js';
import { RaceView } from './race-view.js';
import { parseSolversState } from './solvers-state.js';
import { StepView } from './step-view.js';

/** The *Solvers* view: a race, its final, and each solver's steps. A race continues while the reader looks at steps. */
export function SolversView(props: ViewProps) {
  const { isShown } = props;
  const routed = useAddressState(parseSolversState, props);
  const { n, solver, final } = routed.state;
  const [race, setRace] = useState<Race>();
  const [guess, setGuess] = useState<SolverName>();
  const [, draw] = useReducer((draws: number) => draws + 1, 0);

  /** Starts a race that replaces the last one. */
  function start(): void {
    race?.stop();
    setRace(new Race(n, () => draw(0)));
  }
  useEffect(() => {
    if (solver || !race || race.n === n) return;
    if (race.unfinished.length > 0) return start(); // with the new number of queens
    setRace(undefined);
  }, [n, solver]);
  useEffect(() => {
    if (final) race?.stop(); // the finalists need the cores
  }, [final]);
  return (
    <>
      <Note>{routed.note}</Note>
      {solver ? (
        <StepView {...routed} isShown={isShown} solver={solver} />
      ) : final && !findCountObstacle() ? (
        <FinalView {...routed} isShown={isShown} n={final} />
      ) : (
        <RaceView
          {...routed}
          isShown={isShown}
          race={race?.n === n ? race : undefined}
          guess={guess}
          onGuess={setGuess}
          onStart={start}
        />
      )}
    </>
  );
}
