import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatCount, plural } from '../../text/numbers.js';
import { type QueryReader, useRouted, type ViewProps } from '../address.js';
import { Button, Choice, Figures, Note, Range, range } from '../parts/controls.js';
import { useKeys } from '../parts/keys.js';
import { useFrames } from '../parts/playing.js';
import { searchTree } from '../parts/search-tree.js';
import { TreePicture } from '../parts/tree-picture.js';
import { SearchBoard, stepSentence } from './search-board.js';
import { searchSteps } from './search-steps.js';
import { type Watched, type WatchedSolver, watched, watchedSolvers } from './watched-solvers.js';

/** The tree of a larger board would look like a grey bar. */
const [MIN_N, MAX_N] = [4, 8];

/** Possible speeds in steps a second: 1, 2, 4 and so on. */
const SPEEDS = range(0, 10).map((exponent) => 2 ** exponent);

/** State kept in the address. */
interface ViewState {
  readonly n: number;
  readonly solver: WatchedSolver;
  /** Number of the step, from 1. */
  readonly step: number;
  /** Steps a second. */
  readonly speed: number;
}

/** The view that shows a search, step by step. */
export function SearchView(props: ViewProps) {
  const { isShown } = props;
  const { state, change, goTo, note } = useRouted(readState, props);
  const { n, solver, step, speed } = state;
  const { Memory, about, code }: Watched = watched[solver];
  const [wantsToPlay, setPlaying] = useState(false);
  const steps = searchSteps(n, solver);
  const tree = useMemo(() => searchTree(n), [n]);
  const isOver = step === steps.length;
  const isPlaying = wantsToPlay && !isOver && isShown;
  /** The part of a step that has been played since the last whole one. */
  const part = useRef(0);

  /** Stops playing and shows a step. */
  function show(to: number): void {
    setPlaying(false);
    change({ step: Math.max(1, Math.min(steps.length, to)) });
  }
  /** Shows the first step of another search. */
  function search(changed: Partial<ViewState>): void {
    setPlaying(false);
    goTo({ ...changed, step: 1 });
  }
  /** Goes to the next step with a solution, or to the last step. */
  function showNextSolution(): void {
    const next = steps.findIndex(({ event }, index) => index >= step && event.kind === 'solution');
    show(next < 0 ? steps.length : next + 1);
  }
  useFrames(isPlaying, (seconds) => {
    const played = part.current + seconds * speed;
    part.current = played % 1;
    if (played >= 1) change({ step: Math.min(steps.length, step + Math.floor(played)) });
  });
  useEffect(() => {
    if (!isPlaying) setPlaying(false); // a search that was left stays at its step
  }, [isPlaying]);
  useKeys(isShown ? { ArrowRight: () => show(step + 1), ArrowLeft: () => show(step - 1) } : undefined);

  const frame = steps[step - 1];
  if (!frame) return null; // the address has been checked
  return (
    <div class="search">
      <Note>{note}</Note>
      <section class="pictures" aria-label="Board">
        <SearchBoard n={n} frame={frame} />
        <TreePicture
          tree={tree}
          chosen={frame.nodes}
          visited={frame.nodes}
          path={frame.queens.map(({ column }) => column)}
          label="Search tree"
          caption={`${formatCount(frame.nodes)} of ${formatCount(tree.nodes.length - 1)} dots visited. Click a dot to go there.`}
          onChoose={(node) => show(steps.findIndex(({ nodes }) => nodes >= node) + 1)}
        />
        <Figures
          figures={[
            ['queens placed', formatCount(frame.nodes)],
            ['conflict tests', formatCount(frame.tests)],
            ['solutions', formatCount(frame.solutions)],
          ]}
        />
      </section>
      <section class="stage" aria-label="Steps">
        <div class="row">
          <h1>Search</h1>
          <Choice name="Queens" value={n} values={range(MIN_N, MAX_N)} onChoose={(n) => search({ n })} />
          <Choice name="Solver" value={solver} values={watchedSolvers} onChoose={(solver) => search({ solver })} />
        </div>
        <p class="about">A solver finds all solutions. This one {about}</p>
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
          <Button isOff={isOver} onPress={showNextSolution}>
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
            least={1}
            most={steps.length}
            value={step}
            onChoose={show}
          />
          <Range
            name="Speed"
            text={`${plural(speed, 'step')} a second`}
            most={SPEEDS.length - 1}
            value={SPEEDS.indexOf(speed)}
            onChoose={(index) => change({ speed: SPEEDS[index] ?? speed })}
          />
        </div>
        <p class="sentence" aria-live={isPlaying ? 'off' : 'polite'}>
          {stepSentence(frame)} {isOver ? 'The search is over.' : ''}
        </p>
        <ol class="pseudocode" aria-label="Pseudocode of the solver">
          {code.map(({ text, steps }) => (
            <li key={text} aria-current={steps?.includes(frame.event.kind) ? 'step' : undefined}>
              <code>{text}</code>
            </li>
          ))}
        </ol>
        <Memory n={n} frame={frame} />
      </section>
    </div>
  );
}

function readState(reader: QueryReader): ViewState {
  const n = reader.whole('n', MIN_N, MAX_N, 8);
  const solver = reader.oneOf('solver', watchedSolvers, 'bitmask');
  const step = reader.whole('step', 1, searchSteps(n, solver).length, 1);
  const speed = Number(reader.oneOf('speed', SPEEDS.map(String), '4'));
  return { n, solver, step, speed };
}
