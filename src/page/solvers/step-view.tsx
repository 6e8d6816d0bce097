import { useMemo } from 'preact/hooks';
import { formatCount } from '../../core/text/numbers.js';
import { type SolverName, solverNames } from '../../core/textbook/solver-names.js';
import { type Solver, solvers } from '../../core/textbook/solvers.js';
import type { AddressState } from '../parts/address.js';
import { Choice, range, Statistics } from '../parts/controls.js';
import { buildSearchTree } from '../parts/search-tree.js';
import { TreePicture } from '../parts/tree-picture.js';
import { executes, lessons } from './lessons.js';
import { MAX_RACE, MIN_RACE } from './race-lanes.js';
import type { SolversState } from './solvers-state.js';
import { describeLostBoards, describeStep, StepBoard } from './step-board.js';
import { StepControls, useStepPlayer } from './step-controls.js';
import { listSearchSteps, type SearchStep } from './steps.js';

/** Shows one solver at work, step by step, with its board, tree, code and memory. */
export function StepView(
  props: AddressState<SolversState> & { readonly isShown: boolean; readonly solver: SolverName },
) {
  const { change, goTo, linkTo, state, solver } = props;
  const { n, step } = state;
  const { Memory, about, code } = lessons[solver];
  const steps = listSearchSteps(n, solver);
  const frame = steps.at(step);
  const player = useStepPlayer(steps, state, props);
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
        <StepControls steps={steps} state={state} player={player} onChooseSpeed={(speed) => change({ speed })} />
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

/** A backtracking solver's tree, in gray where it has not been visited. @param onChoose called with a node's index. */
function QueensTree(props: {
  readonly n: number;
  readonly frame: SearchStep;
  readonly onChoose: (node: number) => void;
}) {
  const { n, frame, onChoose } = props;
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
