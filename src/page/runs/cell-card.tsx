import { useEffect, useState } from 'preact/hooks';
import type { CellFacts, CellSubproblem } from '../../runs/run-update.js';
import { formatCount, plural } from '../../text/numbers.js';
import { Announcement } from '../parts/controls.js';
import { cellTimeInWords } from './map-drawing.js';
import type { RunPicture } from './run-picture.js';
import { givenInWords, SubproblemBoard } from './subproblem-board.js';

/** Asks what a cell of the map stands for; undefined if there is no such cell any more. */
export type LookAtCell = (cell: number) => Promise<CellFacts | undefined>;

/** Milliseconds that a pointer must rest on a cell before it is asked about. */
const REST = 80;

const WORK = { bitmask: 'placements', meet: 'pairs' } as const;

/** The subproblems of a cell: name, board, time and worker of each. Without a cell, how to choose one. */
export function CellCard(props: {
  readonly cell: number | undefined;
  readonly picture: RunPicture;
  readonly look: LookAtCell;
}) {
  const { cell, picture, look } = props;
  const [facts, setFacts] = useState<CellFacts>();
  const [problem, setProblem] = useState<string>();
  // What is known of a cell changes when something in it is begun or finished.
  const state = cell === undefined ? '' : stateOfCell(picture, cell);
  useEffect(() => {
    if (cell === undefined) return;
    let isOver = false;
    const timer = setTimeout(() => {
      look(cell).then(
        (answer) => {
          if (isOver) return;
          setFacts(answer);
          setProblem(answer ? undefined : 'There is no such cell any more.');
        },
        ({ message }: Error) => !isOver && setProblem(message),
      );
    }, REST);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [cell, state, look]);

  if (cell === undefined) {
    return (
      <div class="cell-card">
        <p class="hint">
          A click or a tap chooses a cell; so do the arrow keys and Enter while the range has the focus. Escape lets go.
        </p>
      </div>
    );
  }
  const told = facts?.cell === cell ? facts : undefined;
  const first = told?.subproblems[0];
  return (
    <div class="cell-card">
      {problem && <p class="hint">{problem}</p>}
      {told && (
        <ul class={told.size === 1 ? 'alone' : undefined}>
          {told.subproblems.map((one) => (
            <li key={one.subproblem.id}>
              <SubproblemBoard subproblem={one.subproblem} queens={one.queens} />
              <div>
                <code class="cell-fact">{one.subproblem.id}</code>
                <span class="cell-fact">{historyOf(one)}</span>
                {told.size === 1 && <span class="cell-fact">{givenInWords(one.subproblem, one.queens)}</span>}
              </div>
            </li>
          ))}
        </ul>
      )}
      {told && told.size > told.subproblems.length && (
        <p class="hint">
          The first {told.subproblems.length} of these {formatCount(told.size)}.
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

/** A cell in a few words, by the updates of its run. */
export function stateOfCell(picture: RunPicture, cell: number): string {
  const { header, finished, milliseconds, workers } = picture;
  const size = picture.sizeOf(cell);
  const done = finished[cell] ?? 0;
  const time = cellTimeInWords((milliseconds[cell] ?? 0) / 1000);
  const counting = workers.filter((worker) => worker.cell === cell).map(({ name }) => name);
  const first = cell * header.perCell + 1;
  const of = formatCount(header.subproblems);
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

/** What has become of a subproblem: its time, its worker, and what was found. */
function historyOf({ subproblem, milliseconds, count, work, worker }: CellSubproblem): string {
  if (milliseconds === undefined) return worker === undefined ? 'Not finished.' : `Being counted by ${worker}.`;
  const by = worker === undefined ? '' : ` by ${worker}`;
  const weight = subproblem.weight === 1 ? '' : `, each for ${subproblem.weight}`;
  const found = `${plural(count ?? 0, 'solution')}${weight}`;
  return `Counted in ${cellTimeInWords(milliseconds / 1000)}${by}: ${found}; ${formatCount(work ?? 0)} ${WORK[subproblem.algorithm]}.`;
}
