import { Fragment } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { knownCount } from '../../board/known-counts.js';
import type { Cell } from '../../board/placement.js';
import { formatCount, plural } from '../../text/numbers.js';
import { solutions } from '../../textbook/bitmask.js';
import { cellsOf } from '../parts/board.js';
import { Button } from '../parts/controls.js';
import { cellsOfFixed, completions, fixedAt } from '../parts/fixed-queens.js';
import { attackersOf, cellsOfBoard, isSameCell, PlayBoard } from '../parts/play-board.js';
import { N } from './halves.js';
import { timeOf } from './measured.js';
import type { StepProps } from './why-state.js';

/** An answer to the player, whose first sentence is bold. A hint has a ringed cell. */
interface Answer {
  readonly text: string;
  readonly tone?: 'good' | 'bad';
  readonly ringed?: Cell;
}

/** A game: place eight queens so that none attacks another. */
export function PlayStep({ state: { placed }, change, heading }: StepProps) {
  const all = useMemo(() => [...solutions(N)], []);
  const [answer, setAnswer] = useState<Answer>();
  /** The solutions that the player has found, as text. */
  const [found, setFound] = useState<ReadonlySet<string>>(new Set());
  const [order, setOrder] = useState<readonly Cell[]>([]);
  const rank = (cell: Cell) => order.findIndex((other) => isSameCell(other, cell));
  /** The queens, the one placed last at the end. */
  const queens = cellsOfFixed(placed).toSorted((a, b) => rank(a) - rank(b));
  const last = queens.at(-1);
  const without = (cell: Cell | undefined) => queens.filter((queen) => !cell || !isSameCell(queen, cell));

  function play(next: readonly Cell[], answer?: Answer): void {
    setAnswer(answer);
    setOrder(next);
    change({ placed: fixedAt(next) });
    if (next.length === N && !answer) setFound((before) => new Set([...before, String(fixedAt(next))]));
  }
  function press(cell: Cell, isFree: boolean): void {
    const rest = without(cell);
    if (isFree) play(rest.length < queens.length ? rest : [...queens, cell]);
    else setAnswer({ tone: 'bad', text: 'A queen attacks that square. Follow the red line to her, and try another.' });
  }
  function hint(): void {
    const [way] = completions(all, queens);
    const ringed = way ? cellsOf(way).find((cell) => without(cell).length === queens.length) : last;
    if (!ringed) return; // the board is full
    const ways = completions(all, [...queens, ringed]).length;
    setAnswer(
      way
        ? { ringed, text: `Try the ringed square. Then you can still reach ${plural(ways, 'way')}.` }
        : { ringed, tone: 'bad', text: 'No way has these queens. Take back the ringed one, and ask again.' },
    );
  }
  /** Shows a solution with these queens if there is one, and at each further call the next solution. */
  function show(): void {
    const next = all[(all.findIndex((way) => String(way) === String(placed)) + 1) % all.length] ?? [];
    const [way = next] = queens.length < N ? completions(all, queens) : [];
    play(cellsOf(way), { text: 'This is one of the 92 ways. Press again for another, or clear the board.' });
  }

  const { tone, text, ringed } = answer ?? stateOf(queens, found.size);
  const [first = '', others] = text.split(/(?<=[.!]) (.*)/);
  return (
    <>
      <div class="say">
        {heading}
        <p class="reply" role="status">
          <b class={tone}>{first}</b> {others}
        </p>
        <div class="row controls">
          <Button isOff={!last} onPress={() => play(without(last))}>
            Take one back
          </Button>
          <Button isOff={!last} onPress={() => play([])}>
            Clear
          </Button>
          <Button isOff={queens.length === N} onPress={hint}>
            Hint
          </Button>
          <Button onPress={show}>Show a way</Button>
        </div>
      </div>
      <div class="show">
        <PlayBoard n={N} queens={queens} label="Board to place queens on" ringed={ringed} onPress={press} />
      </div>
      <dl class="known">
        {[8, 16, 20].map((n) => (
          <Fragment key={n}>
            <dt>{n} queens</dt>
            <dd class={n === 20 ? 'number' : ''}>
              {formatCount(knownCount(n) ?? 0)} {n === 8 && 'ways'}
            </dd>
          </Fragment>
        ))}
        <dt>this program</dt>
        <dd>counts them in {timeOf(20)} on one core</dd>
      </dl>
    </>
  );
}

/** Returns the state of the game in words. @param found number of solutions that the player has found. */
function stateOf(queens: readonly Cell[], found: number): Answer {
  const isQueen = (cell: Cell) => queens.some((queen) => isSameCell(queen, cell));
  const free = cellsOfBoard(N).filter((cell) => !isQueen(cell) && attackersOf(queens, cell).length === 0).length;
  const placed = plural(queens.length, 'queen');
  if (queens.length === 0)
    return { text: 'Try it: click a square. A queen attacks along her row, her column and both diagonals.' };
  if (queens.length === N) {
    const which = found > 0 ? `You have found ${found} of the 92 ways.` : 'This is one of the 92 ways.';
    return {
      tone: 'good',
      text: `Eight queens, and none attacks another! ${which} Clear the board, and find another.`,
    };
  }
  if (free > 0) return { text: `${queens.length} of 8 queens. Free squares, without a dot: ${free}.` };
  return { tone: 'bad', text: `${placed}, and no square is left. Nobody can place the next one here. Take one back.` };
}
