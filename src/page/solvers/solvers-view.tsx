import { useEffect, useReducer, useState } from 'preact/hooks';
import type { SolverName } from '../../core/textbook/solver-names.js';
import { useAddressState, type ViewProps } from '../address.js';
import { Note } from '../parts/controls.js';
import { checkCounting } from '../requirements.js';
import { FinalView } from './final-view.js';
import { Race } from './race.js';
import { RaceView } from './race-view.js';
import { FINALS, parseState } from './solvers-state.js';
import { StepView } from './step-view.js';

/**
 * The *Solvers* view: a race, its final, and the steps of each solver. A race continues while the reader looks at
 * steps.
 */
export function SolversView(props: ViewProps) {
  const routed = useAddressState(parseState, props);
  const { state, change, goTo, linkTo, note } = routed;
  const { n, solver, final } = state;
  const [race, setRace] = useState<Race>();
  const [guess, setGuess] = useState<SolverName>();
  const [, draw] = useReducer((draws: number) => draws + 1, 0);

  /** Starts a race in place of the last one. */
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
      <Note>{note}</Note>
      {solver ? (
        <StepView {...props} {...routed} state={{ ...state, solver }} />
      ) : final && !checkCounting() ? (
        <FinalView
          n={final}
          isShown={props.isShown}
          onGoTo={(final) => goTo({ final })}
          race={linkTo({ final: undefined })}
        />
      ) : (
        <RaceView
          n={n}
          race={race?.n === n ? race : undefined}
          guess={guess}
          onGuess={setGuess}
          onChooseN={(n) => change({ n })}
          onStart={start}
          onFinal={() => goTo({ final: FINALS[0] })}
          linkTo={(solver) => linkTo({ solver, step: 1 })}
        />
      )}
    </>
  );
}
