import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { formatCount, plural } from '../../text/numbers.js';
import { solvers } from '../../textbook/solvers.js';
import { stepLine } from '../../textbook/trace.js';
import { type Place, QueryReader, useAddress, type ViewProps } from '../address.js';
import { Announcement, Choice, Field, Figure, Note, range } from '../parts/controls.js';
import { useKeys } from '../parts/keys.js';
import { Pseudocode, type WatchedSolver } from './pseudocode.js';
import { SearchBoard, stepSentence } from './search-board.js';
import { type SearchFrame, SearchPlayer } from './search-player.js';
import { leadsTo, searchTree } from './search-tree.js';
import { MaskTable, SolverState } from './solver-state.js';
import { TreePicture } from './tree-picture.js';

const WATCHED: readonly WatchedSolver[] = ['column-array', 'diagonal-flags', 'bitmask'];
const LEAST_N = 4;
const MOST_N = 12;

/** Larger trees look like a grey bar. */
const LARGEST_TREE = 8;

/** Speeds go in powers of two, from 1 to 16,384 steps a second. */
const FASTEST = 14;

/** A search, step by step. */
export function SearchView(props: ViewProps) {
  const { isShown, place } = props;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [asked, setAsked] = useState(place);
  const [{ n, solver, player, notes }, setSearch] = useState(() => searchAt(place, () => redraw(undefined)));
  const [speed, setSpeed] = useState(2);
  const { frame } = player;
  if (asked !== place) {
    setAsked(place);
    setSearch(searchAt(place, () => redraw(undefined)));
  }

  useEffect(() => () => player.pause(), [player]);
  useEffect(() => {
    if (!isShown) player.pause();
  }, [isShown, player]);
  const step = frame?.step ?? 1;
  const query = { n: String(n), solver, step: String(step) };
  useAddress({ view: 'search', path: [], query }, `${n} ${solver}`, props);

  function restart(newN: number, newSolver: WatchedSolver): void {
    const newPlayer = new SearchPlayer(newN, newSolver, () => redraw(undefined));
    setSearch({ n: newN, solver: newSolver, player: newPlayer, notes: [] });
  }
  function toggle(): void {
    if (player.isPlaying) player.pause();
    else player.play(2 ** speed);
    redraw(undefined);
  }
  function changeSpeed(newSpeed: number): void {
    setSpeed(newSpeed);
    if (player.isPlaying) player.play(2 ** newSpeed);
  }
  // The keys of `trace --step`.
  const keys = {
    ArrowRight: () => player.forward(),
    ArrowLeft: () => player.back(),
    p: toggle,
    n: () => player.goToNextSolution(),
  };
  const stage = useRef<HTMLElement>(null);
  useKeys(isShown ? keys : undefined, stage);

  if (!frame) return null;
  const steps = `Step ${formatCount(step)} of ${formatCount(player.lastStep)}${player.isCounted ? '' : ' so far'}`;
  return (
    <div class="search">
      <Note>{notes.join(' ')}</Note>
      <section class="card stage" aria-label="Board" ref={stage} tabIndex={-1}>
        <div class="fields">
          <Choice name="Queens" value={n} values={range(LEAST_N, MOST_N)} onChoose={(size) => restart(size, solver)} />
          <Choice name="Solver" value={solver} values={WATCHED} onChoose={(name) => restart(n, name)} />
          <button type="button" onClick={() => restart(n, solver)}>
            Restart
          </button>
        </div>
        <SearchBoard n={n} frame={frame} />
        <p class="sentence">
          {stepSentence(frame)} {player.isOver && 'The search is over.'}
        </p>
        <div class="controls">
          <button type="button" onClick={() => player.back()} disabled={step === 1}>
            ◂ Back
          </button>
          <button type="button" class="main" onClick={toggle} disabled={player.isOver}>
            {player.isPlaying ? 'Pause' : 'Play'}
          </button>
          <button type="button" onClick={() => player.forward()} disabled={player.isOver}>
            Step ▸
          </button>
          <button type="button" onClick={() => player.goToNextSolution()} disabled={player.isOver}>
            Next solution
          </button>
          <button type="button" onClick={() => player.goToEnd()} disabled={player.isOver}>
            To the end
          </button>
        </div>
        <div class="ranges">
          <Field name={steps} isWide>
            {(id) => (
              <input
                id={id}
                type="range"
                min={1}
                max={player.lastStep}
                value={step}
                aria-valuetext={steps}
                onInput={(event) => player.goTo(Number(event.currentTarget.value))}
              />
            )}
          </Field>
          <Field name={`Speed: ${plural(2 ** speed, 'step')} a second`} isWide>
            {(id) => (
              <input
                id={id}
                type="range"
                min={0}
                max={FASTEST}
                value={speed}
                aria-valuetext={`${plural(2 ** speed, 'step')} a second`}
                onInput={(event) => changeSpeed(Number(event.currentTarget.value))}
              />
            )}
          </Field>
        </div>
        <div class="inside">
          <Pseudocode solver={solver} step={frame.event.kind} />
          <SolverState n={n} solver={solver} frame={frame} />
        </div>
      </section>

      <section class="card" aria-label="The solver at work">
        <p class="about">{solvers[solver].description}</p>
        <dl class="figures">
          <Figure name="step">{formatCount(step)}</Figure>
          <Figure name="nodes visited">{formatCount(frame.nodes)}</Figure>
          <Figure name="conflict tests">{formatCount(frame.tests)}</Figure>
          <Figure name="solutions">{formatCount(frame.solutions)}</Figure>
        </dl>
        <p class="trace">
          <span>
            {frame.event.kind === 'masks'
              ? 'as the command line prints it, column 0 at the right'
              : 'as the command line prints it'}
          </span>
          <code>{stepLine(n, frame.event)}</code>
        </p>
        {solver !== 'bitmask' && <MaskTable n={n} frame={frame} />}
        <p class="hint">
          Keys: <kbd>→</kbd> step, <kbd>←</kbd> back; with the focus on the board <kbd>P</kbd> play or pause,{' '}
          <kbd>N</kbd> next solution
        </p>
      </section>
      <section class="card tree-card" aria-label="Search tree">
        <h2>Search tree</h2>
        {n <= LARGEST_TREE ? (
          <GrowingTree n={n} frame={frame} onNode={(node) => player.goToNode(node)} />
        ) : (
          <p class="hint">
            The tree of {n} queens has too many nodes to draw. It is drawn for up to {LARGEST_TREE}.
          </p>
        )}
      </section>
      <Announcement text={player.isSeeking ? 'Searching' : stepSentence(frame)} />
    </div>
  );
}

/** What an address asks for. */
function searchAt(place: Place, onChange: () => void) {
  const reader = new QueryReader(place, ['n', 'solver', 'step']);
  const n = reader.whole('n', LEAST_N, MOST_N, 6);
  const solver = reader.oneOf('solver', WATCHED, 'column-array');
  const step = reader.whole('step', 1, Number.MAX_SAFE_INTEGER, 1);
  const player = new SearchPlayer(n, solver, onChange);
  if (step > 1) player.goTo(step);
  return { n, solver, player, notes: reader.notes };
}

/** The tree as far as the search has gone: visited nodes, the way to the current one, and solutions. */
function GrowingTree(props: {
  readonly n: number;
  readonly frame: SearchFrame;
  readonly onNode: (node: number) => void;
}) {
  const { n, frame, onNode } = props;
  const tree = useMemo(() => searchTree(n), [n]);
  const queens = frame.queens.map(([, col]) => col);
  const all = formatCount(tree.nodes.length - 1);
  const visited = `${formatCount(frame.nodes)} of ${all} nodes visited`;
  const solutions = tree.nodes.slice(0, frame.nodes + 1).filter(({ isSolution }) => isSolution).length;
  return (
    <>
      <TreePicture
        tree={tree}
        lookOf={(node, place) => (place > frame.nodes ? 'unvisited' : leadsTo(node, queens) ? 'on-path' : 'visited')}
        label={`Search tree: ${visited}, ${formatCount(solutions)} of them solutions`}
        caption={`${visited}. Point at a node to see its queens; click it to go there.`}
        onChoose={onNode}
      />
      <Field name={`Node ${formatCount(frame.nodes)} of ${all}`} isWide>
        {(id) => (
          <input
            id={id}
            type="range"
            min={0}
            max={tree.nodes.length - 1}
            value={frame.nodes}
            onInput={(event) => onNode(Number(event.currentTarget.value))}
          />
        )}
      </Field>
    </>
  );
}
