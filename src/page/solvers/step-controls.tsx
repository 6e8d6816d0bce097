/** Controls for stepping through a solver or playing all its steps. */
import { useEffect, useState } from 'preact/hooks';
import { formatCount, plural } from '../../core/text/numbers.js';
import type { ViewProps } from '../parts/address.js';
import { Button, Range } from '../parts/controls.js';
import { useKeys } from '../parts/keys.js';
import { useFrames } from '../parts/motion.js';
import { type SolversState, SPEEDS } from './solvers-state.js';
import type { SearchSteps } from './steps.js';

/** Plays steps until the last one, or until the view is hidden. The arrow keys show the next and the previous step. */
export function useStepPlayer(
  { length }: SearchSteps,
  { step, speed }: SolversState,
  { isShown, change }: Pick<ViewProps, 'isShown'> & { readonly change: (change: Partial<SolversState>) => void },
) {
  const [wantsToPlay, setPlaying] = useState(false);
  const isPlaying = wantsToPlay && step < length && isShown;
  useFrames(isPlaying, (elapsed, passed) => {
    const played = Math.floor(elapsed * speed) - Math.floor((elapsed - passed) * speed);
    if (played > 0) change({ step: Math.min(length, step + played) });
  });
  useEffect(() => {
    if (!isPlaying) setPlaying(false); // a search that the reader left stays at its step
  }, [isPlaying]);

  /** Stops playing and shows a step, or the nearest one that exists. */
  function show(to: number): void {
    setPlaying(false);
    change({ step: Math.max(1, Math.min(length, to)) });
  }
  useKeys(isShown ? { ArrowRight: () => show(step + 1), ArrowLeft: () => show(step - 1) } : undefined);
  return { isPlaying, setPlaying, show };
}

export function StepControls(props: {
  readonly steps: SearchSteps;
  readonly state: SolversState;
  readonly player: ReturnType<typeof useStepPlayer>;
  readonly onChooseSpeed: (speed: number) => void;
}) {
  const { steps, player, onChooseSpeed } = props;
  const { step, speed } = props.state;
  const { isPlaying, setPlaying, show } = player;
  const isOver = step === steps.length;
  return (
    <>
      <div class="row controls">
        <Button isMain isOff={isOver} onPress={() => setPlaying(!isPlaying)}>
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Button isOff={step === 1} onPress={() => show(step - 1)} children="◂ Back" />
        <Button isOff={isOver} onPress={() => show(step + 1)} children="Step ▸" />
        <Button isOff={isOver} onPress={() => show(steps.nextSolution(step))} children="Next solution" />
        <Button isOff={step === 1} onPress={() => show(1)} children="Restart" />
      </div>
      <div class="row ranges">
        <Range
          name="Step"
          text={`${formatCount(step)} of ${formatCount(steps.length)}`}
          min={1}
          max={steps.length}
          value={step}
          onChoose={show}
        />
        <Range
          name="Speed"
          text={`${plural(speed, 'step')} a second`}
          max={SPEEDS.length - 1}
          value={SPEEDS.indexOf(speed)}
          onChoose={(index) => onChooseSpeed(SPEEDS[index] ?? speed)}
        />
      </div>
    </>
  );
}
