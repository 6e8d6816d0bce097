import { useEffect, useReducer, useState } from 'preact/hooks';
import { useAddressState, type ViewProps } from '../address.js';
import { Note } from '../parts/controls.js';
import { Race } from './race.js';
import type { LaneName } from './race-lanes.js';
import { RaceView } from './race-view.js';
import { parseState } from './solvers-state.js';
import { StepView } from './step-view.js';

/** The *Solvers* view: a race, and the steps of each solver. A race continues while the reader looks at steps. */
export function SolversView(props: ViewProps) {
  const routed = useAddressState(parseState, props);
  const { state, change, linkTo, note } = routed;
  const { n, solver } = state;
  const [race, setRace] = useState<Race>();
  const [, draw] = useReducer((draws: number) => draws + 1, 0);
  const isRacing = race !== undefined && race.remaining > 0;

  /** Starts a race in place of the last one. */
  function start(): void {
    race?.stop();
    setRace(new Race(n, () => draw(0)));
  }
  useEffect(() => {
    if (solver || !race || race.n === n) return;
    if (isRacing) return start(); // with the new number of queens
    setRace(undefined);
  }, [n, solver]);

  function makeAddress(name: LaneName): string {
    return name === 'meet' ? '#why?step=3' : linkTo({ solver: name, step: 1 });
  }
  return (
    <>
      <Note>{note}</Note>
      {solver ? (
        <StepView {...props} {...routed} state={{ ...state, solver }} />
      ) : (
        <RaceView
          n={n}
          race={race?.n === n ? race : undefined}
          onChooseN={(n) => change({ n })}
          onStart={start}
          linkTo={makeAddress}
        />
      )}
    </>
  );
}
