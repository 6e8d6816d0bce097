import { useEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { formatCount, plural } from '../../text/numbers.js';
import { solvers } from '../../textbook/solvers.js';
import { stepLine } from '../../textbook/trace.js';
import { QueryReader, type Route, useAddress, useRouted, type ViewProps } from '../address.js';
import { Announcement, Button, Choice, Figure, Note, Range, range } from '../parts/controls.js';
import { useKeys } from '../parts/keys.js';
import { Pseudocode } from './pseudocode.js';
import { SearchBoard, stepSentence } from './search-board.js';
import { type SearchFrame, SearchPlayer, totalSteps, type WatchedSolver } from './search-player.js';
import { searchTree } from './search-tree.js';
import { SolverState } from './solver-state.js';
import { TreePicture } from './tree-picture.js';

const WATCHED: readonly WatchedSolver[] = ['column-array', 'diagonal-flags', 'bitmask'];
const LEAST_N = 4;
const MOST_N = 12;

/** The largest n for which the tree is drawn. Larger trees would look like a grey bar. */
const LARGEST_TREE = 8;

/** Exponents of the largest and the initial speed. Speeds are powers of two: 16,384 and 4 steps a second. */
const FASTEST = 14;
const SPEED = 2;

/** The view that shows a search, step by step. */
export function SearchView(props: ViewProps) {
  const { isShown, route } = props;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [search, setSearch] = useRouted(route, (to) => searchAt(to, () => redraw(undefined)));
  const { n, solver, speed, player, notes } = search;
  const { frame } = player;

  useEffect(() => () => player.pause(), [player]);
  useEffect(() => {
    if (!isShown) player.pause();
  }, [isShown, player]);
  const step = frame?.step ?? 1;
  const query = { n: String(n), solver, step: String(step), ...(speed !== SPEED && { speed: String(2 ** speed) }) };
  useAddress({ view: 'search', path: [], query }, `${n} ${solver}`, props);

  function restart(newN: number, newSolver: WatchedSolver): void {
    const newPlayer = new SearchPlayer(newN, newSolver, () => redraw(undefined));
    setSearch({ n: newN, solver: newSolver, speed, player: newPlayer, notes: [] });
  }
  function toggle(): void {
    if (player.isPlaying || player.isSeeking) player.pause();
    else if (!player.isOver) player.play(2 ** speed);
    redraw(undefined);
  }
  function changeSpeed(newSpeed: number): void {
    setSearch({ n, solver, speed: newSpeed, player, notes });
    if (player.isPlaying) player.play(2 ** newSpeed);
  }
  // The arrows and p work as in `trace --step`.
  const keys = {
    ArrowRight: () => player.forward(),
    ArrowLeft: () => player.back(),
    p: toggle,
    n: () => player.goToNextSolution(),
  };
  const stage = useRef<HTMLElement>(null);
  useKeys(isShown ? keys : undefined, stage);

  if (!frame) return null;
  const steps = `Step ${formatCount(step)} of ${formatCount(player.lastStep)}`;
  const speedInWords = `Speed: ${plural(2 ** speed, 'step')} a second`;
  return (
    <div class="search">
      <Note>{notes.join(' ')}</Note>
      <section class="card stage" aria-label="Board" ref={stage} tabIndex={-1}>
        <div class="fields">
          <Choice name="Queens" value={n} values={range(LEAST_N, MOST_N)} onChoose={(size) => restart(size, solver)} />
          <Choice name="Solver" value={solver} values={WATCHED} onChoose={(name) => restart(n, name)} />
        </div>
        <SearchBoard n={n} frame={frame} />
        <p class="sentence">
          {player.isSeeking
            ? `Searching: step ${formatCount(step)}.`
            : `${stepSentence(frame)} ${player.isOver ? 'The search is over.' : ''}`}
        </p>
        <div class="controls">
          <Button isOff={step === 1} onPress={() => player.back()}>
            ◂ Back
          </Button>
          <Button isMain isOff={player.isOver} onPress={toggle}>
            {player.isSeeking ? 'Stop' : player.isPlaying ? 'Pause' : 'Play'}
          </Button>
          <Button isOff={player.isOver} onPress={() => player.forward()}>
            Step ▸
          </Button>
          <Button isOff={step === 1} onPress={() => player.goToPreviousSolution()}>
            Previous solution
          </Button>
          <Button isOff={player.isOver} onPress={() => player.goToNextSolution()}>
            Next solution
          </Button>
          <Button isOff={step === 1} onPress={() => restart(n, solver)}>
            Restart
          </Button>
        </div>
        <div class="ranges">
          <Range name={steps} least={1} most={player.lastStep} value={step} onChoose={(to) => player.goTo(to)} />
          <Range name={speedInWords} most={FASTEST} value={speed} onChoose={changeSpeed} />
        </div>
        <div class="inside">
          <Pseudocode solver={solver} step={frame.event.kind} />
          <SolverState n={n} solver={solver} frame={frame} />
        </div>
      </section>

      <section class="card" aria-label="About the solver">
        <p>This is {solvers[solver].description}.</p>
        <dl class="figures">
          <Figure name="queens placed">{formatCount(frame.nodes)}</Figure>
          <Figure name="conflict tests">{formatCount(frame.tests)}</Figure>
          <Figure name="solutions">{formatCount(frame.solutions)}</Figure>
        </dl>
        <p class="trace">
          <span class="meaning">
            {frame.event.kind === 'masks' ? 'On the command line, with column 0 at the right:' : 'On the command line:'}
          </span>{' '}
          <code>{stepLine(n, frame.event)}</code>
        </p>
        <p class="hint">
          Keys: <kbd>→</kbd> step, <kbd>←</kbd> back. While the focus is on the board, <kbd>P</kbd> play or pause,{' '}
          <kbd>N</kbd> next solution.
        </p>
      </section>
      <section class="card" aria-label="Search tree">
        <h2>Search tree</h2>
        {n <= LARGEST_TREE ? (
          <GrowingTree n={n} frame={frame} onNode={(node) => player.goToNode(node)} />
        ) : (
          <p class="hint">
            The tree is drawn for up to {LARGEST_TREE} queens. The tree of {n} queens has too many nodes.
          </p>
        )}
      </section>
      <Announcement text={player.isSeeking ? 'Searching' : stepSentence(frame)} />
    </div>
  );
}

/** Starts a search at the step that an address names. */
function searchAt(route: Route, onChange: () => void) {
  const reader = new QueryReader(route, ['n', 'solver', 'step', 'speed']);
  const n = reader.whole('n', LEAST_N, MOST_N, 8);
  const solver = reader.oneOf('solver', WATCHED, 'column-array');
  const step = reader.whole('step', 1, totalSteps(n, solver), 1);
  const speeds = range(0, FASTEST).map((exponent) => String(2 ** exponent));
  const speed = Math.log2(Number(reader.oneOf('speed', speeds, String(2 ** SPEED))));
  const player = new SearchPlayer(n, solver, onChange);
  if (step > 1) player.goTo(step);
  return { n, solver, speed, player, notes: reader.notes };
}

/** The search tree, with visited nodes marked. A click or an arrow key goes to any node. */
function GrowingTree(props: {
  readonly n: number;
  readonly frame: SearchFrame;
  readonly onNode: (node: number) => void;
}) {
  const { n, frame, onNode } = props;
  const tree = useMemo(() => searchTree(n), [n]);
  const path = frame.queens.map(([, col]) => col);
  const visited = `${formatCount(frame.nodes)} of ${formatCount(tree.nodes.length - 1)} nodes visited`;
  const solutions = tree.nodes.slice(0, frame.nodes + 1).filter(({ isSolution }) => isSolution).length;
  return (
    <TreePicture
      tree={tree}
      chosen={frame.nodes}
      visited={frame.nodes}
      path={path}
      label={`Search tree: ${visited}, ${formatCount(solutions)} of them solutions`}
      caption={`${visited}. Click a node to go there, or use the arrow keys.`}
      onChoose={onNode}
    />
  );
}
