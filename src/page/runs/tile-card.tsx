import { useEffect, useState } from 'preact/hooks';
import type { TileFacts, TileSubproblem } from '../../runs/run-update.js';
import { formatCount, plural } from '../../text/numbers.js';
import { unitOfWork } from '../../text/progress-line.js';
import { Announcement } from '../parts/controls.js';
import { tileTimeInWords } from './map-drawing.js';
import type { RunPicture } from './run-picture.js';
import { givenInWords, SubproblemBoard } from './subproblem-board.js';

/** Asks for the subproblems behind a tile of the map; undefined if there is no such tile any more. */
export type AskTile = (tile: number) => Promise<TileFacts | undefined>;

/** Milliseconds that a pointer must rest on a tile before it is asked about. */
const REST = 80;

/** The subproblems of a tile: name, board, time and worker of each. Without a tile, how to choose one. */
export function TileCard(props: {
  readonly tile: number | undefined;
  readonly picture: RunPicture;
  readonly ask: AskTile;
}) {
  const { tile, picture, ask } = props;
  const [facts, setFacts] = useState<TileFacts>();
  const [problem, setProblem] = useState<string>();
  // The facts of a tile change when something in it is begun or finished.
  const state = tile === undefined ? '' : tileInWords(picture, tile);
  useEffect(() => {
    if (tile === undefined) return;
    let isOver = false;
    const timer = setTimeout(() => {
      ask(tile).then(
        (answer) => {
          if (isOver) return;
          setFacts(answer);
          setProblem(answer ? undefined : 'There is no such tile any more.');
        },
        ({ message }: Error) => !isOver && setProblem(message),
      );
    }, REST);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [tile, state, ask]);

  if (tile === undefined) {
    return (
      <div class="tile-card">
        <p class="hint">
          A tile is a subproblem, or several neighbours. A click, a tap or the arrow keys choose one; Escape lets go.
        </p>
      </div>
    );
  }
  const known = facts?.tile === tile ? facts : undefined;
  const first = known?.subproblems[0];
  return (
    <div class="tile-card">
      {problem && <p class="hint">{problem}</p>}
      {known && (
        <ul class={known.size === 1 ? 'alone' : undefined}>
          {known.subproblems.map((one) => (
            <li key={one.subproblem.id}>
              <SubproblemBoard subproblem={one.subproblem} queens={one.queens} />
              <div>
                <code class="tile-fact">{one.subproblem.id}</code>
                <span class="tile-fact">{historyOf(one)}</span>
                {known.size === 1 && <span class="tile-fact">{givenInWords(one.subproblem, one.queens)}</span>}
              </div>
            </li>
          ))}
        </ul>
      )}
      {known && known.size > known.subproblems.length && (
        <p class="hint">
          The first {known.subproblems.length} of these {formatCount(known.size)}.
        </p>
      )}
      <Announcement
        text={
          first ? `${first.subproblem.id}: ${historyOf(first)} ${givenInWords(first.subproblem, first.queens)}` : ''
        }
      />
    </div>
  );
}

/** Describes a tile in a few words, by the updates of its run. */
export function tileInWords(picture: RunPicture, tile: number): string {
  const { header, figures, finished, milliseconds, workers } = picture;
  const size = picture.sizeOf(tile);
  const done = finished[tile] ?? 0;
  const time = tileTimeInWords((milliseconds[tile] ?? 0) / 1000);
  const counting = workers.filter((worker) => worker.tile === tile).map(({ name }) => name);
  const first = tile * header.perTile + 1;
  const of = formatCount(figures.subproblems);
  const name =
    size === 1
      ? `Subproblem ${formatCount(first)} of ${of}`
      : `Subproblems ${formatCount(first)} to ${formatCount(first + size - 1)} of ${of}`;
  const state =
    size === 1
      ? done === 1
        ? `finished in ${time}`
        : counting.length === 0
          ? 'not begun'
          : 'being counted'
      : `${formatCount(done)} finished${done > 0 ? ` in ${time} together` : ''}`;
  return `${name}: ${state}${counting.length > 0 ? ` by ${counting.join(' and ')}` : ''}.`;
}

/** Describes a subproblem's state: its time, its worker, and what was found. */
function historyOf({ subproblem, milliseconds, count, work, worker }: TileSubproblem): string {
  if (milliseconds === undefined) return worker === undefined ? 'Not finished.' : `Being counted by ${worker}.`;
  const by = worker === undefined ? '' : ` by ${worker}`;
  const weight = subproblem.weight === 1 ? '' : `, each for ${subproblem.weight}`;
  const found = `${plural(count ?? 0, 'solution')}${weight}`;
  return `Counted in ${tileTimeInWords(milliseconds / 1000)}${by}: ${found}; ${formatCount(work ?? 0)} ${unitOfWork(subproblem.algorithm)}.`;
}
