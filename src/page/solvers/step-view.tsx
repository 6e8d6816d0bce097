import { useEffect, useMemo, useState } from 'preact/hooks';
import { formatCount, plural } from '../../core/text/numbers.js';
import { type SolverName, solverNames } from '../../core/textbook/solver-names.js';
import { type Solver, solvers } from '../../core/textbook/solvers.js';
import type { AddressState } from '../parts/address.js';
import { Button, Choice, Range, range, Statistics } from '../parts/controls.js';
import { useKeys } from '../parts/keys.js';
import { useFrames } from '../parts/motion.js';
import { buildSearchTree, TreePicture } from '../parts/search-tree.js';
import { executes, lessons } from './lessons.js';
import type { SearchState } from './memories.js';
import { MAX_RACE, MIN_RACE } from './race-lanes.js';
import { type SolversState, SPEEDS } from './solvers-state.js';
import { describeLostBoards, describeStep, StepBoard } from './step-board.js';
import { listSearchSteps, type SearchStep, type SearchSteps } from './steps.js';

type StepViewProps = AddressState<SolversState> & { readonly isShown: boolean; readonly solver: SolverName };

/** Shows one solver at work, step by step, with its board, tree, code and memory. */
export function StepView(props: StepViewProps) {
  const { goTo, linkTo, state, solver } = props;
  const { n, step } = state;
  const { Memory, about, code } = lessons[solver];
  const steps = listSearchSteps(n, solver);
  const frame = steps.at(step);
  const player = useStepPlayer(steps, props);
  const { isPlaying, show } = player;

  /** Shows the first step of another search. */
  function search(changed: Partial<SolversState>): void {
    player.setPlaying(false);
    goTo({ ...changed, step: 1 });
  }
  return (
    <div class="search" style={{ '--n': n }}>
      <section class="pictures" aria-label="Board">
        <StepBoard n={n} frame={frame} />
        {solvers[solver].visits === 'board' ? (
          <p class="hint">{describeLostBoards(n, solvers[solver].space, frame)}</p>
        ) : (
          <QueensTree n={n} frame={frame} onChoose={(node) => show(steps.firstAt(node))} />
        )}
        <Statistics stats={listStats(solvers[solver], frame)} />
      </section>
      <section class="stage" aria-label="Steps">
        <div class="row">
          <h1>
            <Choice name="Solver" value={solver} values={solverNames} onChoose={(solver) => search({ solver })} />
          </h1>
          <Choice name="Queens" value={n} values={range(MIN_RACE, MAX_RACE)} onChoose={(n) => search({ n })} />
          <a href={linkTo({ solver: undefined, step: 1 })}>◂ Solvers</a>
        </div>
        <p class="about">This solver {about}</p>
        <StepControls {...props} {...player} steps={steps} />
        <p class="sentence" aria-live={isPlaying ? 'off' : 'polite'}>
          {describeStep(frame)} {step === steps.length ? 'The search is over.' : ''}
        </p>
        <ol class="pseudocode" aria-label="Pseudocode of the solver">
          {code.map((line) => (
            <li key={line.text} aria-current={executes(line, frame.event) ? 'step' : undefined}>
              <code>{line.text}</code>
            </li>
          ))}
        </ol>
        {Memory && <Memory n={n} frame={frame} />}
      </section>
    </div>
  );
}

/** Plays steps until the last one, or until the view is hidden. The arrow keys show the next and the previous step. */
function useStepPlayer({ length }: SearchSteps, { state: { step, speed }, isShown, change }: StepViewProps) {
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

function StepControls(props: StepViewProps & ReturnType<typeof useStepPlayer> & { readonly steps: SearchSteps }) {
  const { steps, change, isPlaying, setPlaying, show } = props;
  const { step, speed } = props.state;
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
          onChoose={(index) => change({ speed: SPEEDS[index] ?? speed })}
        />
      </div>
    </>
  );
}

/** A backtracking solver's tree, in gray where it has not been visited. */
function QueensTree(props: SearchState & { readonly onChoose: (node: number) => void }) {
  const { n, onChoose } = props;
  const { nodes, queens } = props.frame;
  const tree = useMemo(() => buildSearchTree(n), [n]);
  return (
    <TreePicture
      tree={tree}
      chosen={nodes}
      visited={nodes}
      path={queens.map(({ column }) => column)}
      caption={`${formatCount(nodes)} of ${formatCount(tree.nodes.length - 1)} dots visited. Click a dot to go there.`}
      onChoose={onChoose}
    />
  );
}

function listStats({ visits }: Solver, { nodes, tests, solutions }: SearchStep) {
  return [
    [visits === 'board' ? 'boards tested' : 'queens placed', formatCount(nodes)],
    [visits === 'board' ? 'tests of this board' : 'conflict tests', formatCount(tests)],
    ['solutions', formatCount(solutions)],
  ] as const;
}
