import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatCount, plural } from '../../core/text/numbers.js';
import { type SolverName, solverNames } from '../../core/textbook/solver-names.js';
import { type Solver, solvers } from '../../core/textbook/solvers.js';
import type { AddressState, ViewProps } from '../address.js';
import { useFrames } from '../parts/animation.js';
import { Button, Choice, Range, range, Statistics } from '../parts/controls.js';
import { useKeys } from '../parts/keys.js';
import { buildSearchTree } from '../parts/search-tree.js';
import { TreePicture } from '../parts/tree-picture.js';
import { ChoicesTree } from './choices-tree.js';
import { executes, lessons } from './lessons.js';
import { MAX_N, MIN_N } from './race-lanes.js';
import { type SolversState, SPEEDS } from './solvers-state.js';
import { describeStep, StepBoard } from './step-board.js';
import { listSearchSteps, type SearchStep } from './steps.js';

/** Shows one solver at work, step by step: the board, its tree, its code and its memory. */
export function StepView(
  props: Pick<ViewProps, 'isShown'> &
    Pick<AddressState<SolversState>, 'change' | 'goTo' | 'linkTo'> & {
      readonly state: SolversState & { readonly solver: SolverName };
    },
) {
  const { isShown, change, goTo, linkTo, state } = props;
  const { n, solver, step, speed } = state;
  const { Memory, about, code } = lessons[solver];
  const [wantsToPlay, setPlaying] = useState(false);
  const steps = listSearchSteps(n, solver);
  const isOver = step === steps.length;
  const isPlaying = wantsToPlay && !isOver && isShown;
  /** Fraction of a step that has been played since the last whole step. */
  const part = useRef(0);

  /** Stops playing and shows a step. */
  function show(to: number): void {
    setPlaying(false);
    change({ step: Math.max(1, Math.min(steps.length, to)) });
  }
  /** Shows the first step of another search. */
  function search(changed: Partial<SolversState>): void {
    setPlaying(false);
    goTo({ ...changed, step: 1 });
  }
  useFrames(isPlaying, (seconds) => {
    const played = part.current + seconds * speed;
    part.current = played % 1;
    if (played >= 1) change({ step: Math.min(steps.length, step + Math.floor(played)) });
  });
  useEffect(() => {
    if (!isPlaying) setPlaying(false); // a search that the reader left stays at its step
  }, [isPlaying]);
  useKeys(isShown ? { ArrowRight: () => show(step + 1), ArrowLeft: () => show(step - 1) } : undefined);

  const frame = steps.at(step);
  const testsBoards = solvers[solver].visits === 'board';
  return (
    <div class="search" style={{ '--n': n }}>
      <section class="pictures" aria-label="Board">
        <StepBoard n={n} frame={frame} />
        {testsBoards ? (
          <ChoicesTree n={n} space={solvers[solver].space} board={frame.queens} onChoose={show} />
        ) : (
          <QueensTree n={n} solver={solver} frame={frame} onChoose={show} />
        )}
        <Statistics stats={listStats(solvers[solver], frame)} />
      </section>
      <section class="stage" aria-label="Steps">
        <div class="row">
          <h1>
            <a href={linkTo({ solver: undefined, step: 1 })}>◂ Solvers</a>
          </h1>
          <Choice name="Queens" value={n} values={range(MIN_N, MAX_N)} onChoose={(n) => search({ n })} />
          <Choice name="Solver" value={solver} values={solverNames} onChoose={(solver) => search({ solver })} />
        </div>
        <p class="about">This solver {about}</p>
        <div class="row controls">
          <Button isMain isOff={isOver} onPress={() => setPlaying(!isPlaying)}>
            {isPlaying ? 'Pause' : 'Play'}
          </Button>
          <Button isOff={step === 1} onPress={() => show(step - 1)}>
            ◂ Back
          </Button>
          <Button isOff={isOver} onPress={() => show(step + 1)}>
            Step ▸
          </Button>
          <Button isOff={isOver} onPress={() => show(steps.nextSolution(step))}>
            Next solution
          </Button>
          <Button isOff={step === 1} onPress={() => show(1)}>
            Restart
          </Button>
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
        <p class="sentence" aria-live={isPlaying ? 'off' : 'polite'}>
          {describeStep(frame)} {isOver ? 'The search is over.' : ''}
        </p>
        <ol class="pseudocode" aria-label="Pseudocode of the solver">
          {code.map((line) => (
            <li key={line.text} aria-current={executes(line, frame.event) ? 'step' : undefined}>
              <code>{line.text}</code>
            </li>
          ))}
        </ol>
        <Memory n={n} frame={frame} />
      </section>
    </div>
  );
}

/** The tree of a solver that backtracks, as far as it has grown. */
function QueensTree(props: {
  readonly n: number;
  readonly solver: SolverName;
  readonly frame: SearchStep;
  readonly onChoose: (step: number) => void;
}) {
  const { n, solver, frame, onChoose } = props;
  const tree = useMemo(() => buildSearchTree(n), [n]);
  const { nodes, queens } = frame;
  return (
    <TreePicture
      tree={tree}
      chosen={nodes}
      visited={nodes}
      path={queens.map(({ column }) => column)}
      label="Search tree"
      caption={`${formatCount(nodes)} of ${formatCount(tree.nodes.length - 1)} dots visited. Click a dot to go there.`}
      onChoose={(node) => onChoose(listSearchSteps(n, solver).firstAt(node))}
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
