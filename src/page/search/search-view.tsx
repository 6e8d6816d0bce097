import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { formatCount, plural } from '../../text/numbers.js';
import { stepLine } from '../../text/trace.js';
import type { SolverName } from '../../textbook/solver-names.js';
import { solvers } from '../../textbook/solvers.js';
import { Announcement, Choice, Field, Figure, range } from '../parts/controls.js';
import { useKeys } from '../parts/keys.js';
import type { ViewProps } from '../parts/view-props.js';
import { SearchBoard } from './search-board.js';
import { SearchPlayer } from './search-player.js';
import { SolverState } from './solver-state.js';
import { stepSentence } from './step-sentence.js';
import { LARGEST_TREE, TreePicture } from './tree-picture.js';

/** The solvers worth watching: each keeps something else in mind. */
const WATCHED: readonly SolverName[] = ['column-array', 'diagonal-flags', 'bitmask'];

/** Speeds go in powers of two, from 1 to 1024 steps a second. */
const FASTEST = 10;

/** A search, step by step. */
export function SearchView({ isShown }: ViewProps) {
  const [n, setN] = useState(6);
  const [solver, setSolver] = useState<SolverName>('column-array');
  const [speed, setSpeed] = useState(2);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [player, setPlayer] = useState(() => new SearchPlayer(n, solver, () => redraw(undefined)));
  const { frame } = player;

  useEffect(() => () => player.pause(), [player]);
  useEffect(() => {
    if (!isShown) player.pause();
  }, [isShown, player]);

  function restart(newN: number, newSolver: SolverName): void {
    setN(newN);
    setSolver(newSolver);
    setPlayer(new SearchPlayer(newN, newSolver, () => redraw(undefined)));
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
    n: () => player.jump(),
  };
  const stage = useRef<HTMLElement>(null);
  useKeys(isShown ? keys : undefined, stage);

  if (!frame) return null;
  return (
    <div class="search">
      <section class="card stage" aria-label="Board" ref={stage} tabIndex={-1}>
        <SearchBoard n={n} frame={frame} />
        <p class="sentence">
          {stepSentence(frame)} {player.isOver && 'The search is over.'}
        </p>
        <div class="controls">
          <button type="button" onClick={() => player.back()} disabled={!player.canGoBack}>
            ◂ Back
          </button>
          <button type="button" class="main" onClick={toggle} disabled={player.isOver}>
            {player.isPlaying ? 'Pause' : 'Play'}
          </button>
          <button type="button" onClick={() => player.forward()} disabled={player.isOver}>
            Step ▸
          </button>
          <button type="button" onClick={() => player.jump()} disabled={player.isOver}>
            Next solution
          </button>
          <button type="button" onClick={() => restart(n, solver)}>
            Restart
          </button>
        </div>
        <p class="hint">
          Keys: <kbd>→</kbd> step, <kbd>←</kbd> back; with the focus here <kbd>P</kbd> play or pause, <kbd>N</kbd> next
          solution
        </p>
      </section>

      <section class="card" aria-label="The solver at work">
        <div class="fields">
          <Choice name="Queens" value={n} values={range(4, 12)} onChoose={(size) => restart(size, solver)} />
          <Choice name="Solver" value={solver} values={WATCHED} onChoose={(name) => restart(n, name)} />
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
        <p class="about">{solvers[solver].description}</p>
        <dl class="figures">
          <Figure name="step">{formatCount(frame.step)}</Figure>
          <Figure name="nodes visited">{formatCount(frame.nodes)}</Figure>
          <Figure name="conflict tests">{formatCount(frame.tests)}</Figure>
          <Figure name="solutions">{formatCount(frame.solutions)}</Figure>
        </dl>
        <p class="trace">
          <span>as the command line prints it</span>
          <code>{stepLine(n, frame.event)}</code>
        </p>
        <SolverState n={n} solver={solver} frame={frame} />
      </section>

      {n <= LARGEST_TREE && (
        <section class="card tree-card" aria-label="Search tree">
          <h2>Search tree</h2>
          <TreePicture n={n} frame={frame} />
        </section>
      )}
      <Announcement text={player.isJumping ? 'Searching' : stepSentence(frame)} />
    </div>
  );
}
