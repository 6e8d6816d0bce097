import { attacks, type Cell } from '../../board/attacked.js';
import { Board, middleOf } from '../parts/board.js';
import type { SearchFrame } from './search-player.js';
import { attackersIn, stepSentence } from './step-sentence.js';

/** The board as it stands, what is attacked on it, and what the step has just done. */
export function SearchBoard({ n, frame }: { readonly n: number; readonly frame: SearchFrame }) {
  const { event, queens } = frame;
  const touched: Cell | undefined = 'col' in event ? [event.row, event.col] : undefined;
  const attackers = attackersIn(frame);

  function marks([row, col]: Cell): string | undefined {
    if (touched && touched[0] === row && touched[1] === col) return stepClass(frame);
    if (queens.some(([r, c]) => r === row && c === col)) return undefined;
    return queens.some((queen) => attacks(queen, [row, col])) ? 'attacked' : undefined;
  }

  const label = `Board of ${n} by ${n}, queens in columns ${queens.map(([, col]) => col).join(', ') || 'none'}`;
  return (
    <Board n={n} queens={queens} label={`${label}. ${stepSentence(frame)}`} marks={marks}>
      {touched && event.kind === 'tried' && !event.free && <Cross cell={touched} />}
      {touched && event.kind === 'undone' && <Ghost cell={touched} />}
      {touched && event.kind === 'tried' && event.free && <Ghost cell={touched} />}
      {touched &&
        attackers.map((queen) => {
          const [x1, y1] = middleOf(queen);
          const [x2, y2] = middleOf(touched);
          return <line key={queen.join('.')} class="attack" x1={x1} y1={y1} x2={x2} y2={y2} />;
        })}
    </Board>
  );
}

function stepClass({ event }: SearchFrame): string {
  if (event.kind === 'tried') return event.free ? 'tried-free' : 'tried-attacked';
  return event.kind;
}

function Cross({ cell }: { readonly cell: Cell }) {
  const [x, y] = middleOf(cell);
  return <path class="cross" d={`M${x - 6} ${y - 6}l12 12m0-12l-12 12`} />;
}

/** A queen that is not on the board yet, or was just removed. */
function Ghost({ cell }: { readonly cell: Cell }) {
  const [x, y] = middleOf(cell);
  return <circle class="ghost" cx={x} cy={y} r={7} />;
}
