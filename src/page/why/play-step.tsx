import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { knownCount } from '../../core/board/known-counts.js';
import { type Cell, isSamePlacement, type Placement } from '../../core/board/placement.js';
import { formatCount, plural } from '../../core/text/numbers.js';
import { solutions } from '../../core/textbook/bitmask.js';
import { cellsOf } from '../parts/board.js';
import { Button, Click } from '../parts/controls.js';
import { type FixedQueens, findCompletions, listFixedCells, makeFixedQueens } from '../parts/fixed-queens.js';
import { findAttackers, isSameCell, listCells, PlayBoard } from '../parts/play-board.js';
import { useHasChanged, useOnce } from '../parts/use-once.js';
import { forgetWays, keepWay, readWays } from './found-ways.js';
import { N } from './halves.js';
import { describeTime } from './measured.js';
import { MAX_N } from './published.js';
import { FIRST_QUEEN, type StepProps } from './why-state.js';
import { YourWays } from './your-ways.js';

/** An answer to the player. A hint has a ringed cell. */
interface Answer {
  /** The first sentence, in bold. */
  readonly first: ComponentChildren;
  readonly text?: string;
  readonly tone?: 'good' | 'bad';
  readonly ringed?: Cell | undefined;
}

/** A game: place eight queens so that none attacks another. One is already there, as an invitation. */
export function PlayStep({ state: { placed }, change, heading }: StepProps) {
  const all = useMemo(() => [...solutions(N)], []);
  const isFirstVisit = useOnce('the first queen');
  const [answer, setAnswer] = useState<Answer>();
  const [found, setFound] = useState(() => readWays(all));
  const hasFound = useHasChanged(found.length);
  /** The earlier boards in this visit to the step. */
  const [past, setPast] = useState<readonly FixedQueens[]>([]);
  const queens = listFixedCells(placed);
  const before = past.at(-1);
  const newest = before && queens.find((queen) => before[queen.row] !== queen.column);
  const without = (cell: Cell | undefined) => queens.filter((queen) => !cell || !isSameCell(queen, cell));
  const wayWith = (cells: readonly Cell[]) => (cells.length === N ? findCompletions(all, cells)[0] : undefined);
  const way = wayWith(queens);
  const isInvitation = isFirstVisit && past.length === 0 && String(placed) === String(FIRST_QUEEN);

  function play(next: readonly Cell[], reply?: Answer): void {
    setPast([...past, placed]);
    setAnswer(reply);
    change({ placed: makeFixedQueens(next) });
  }
  function press(cell: Cell, isFree: boolean): void {
    const rest = without(cell);
    if (!isFree) {
      const text = 'Follow the red line to her, and try another square.';
      setAnswer({ tone: 'bad', first: 'A queen attacks that square.', text });
    } else if (rest.length < queens.length) {
      play(rest);
    } else {
      play([...queens, cell], find(wayWith([...queens, cell])));
    }
  }
  /** Adds a way to the collection. */
  function find(way: Placement | undefined): Answer | undefined {
    if (!way) return undefined;
    const isKnown = found.some((one) => isSamePlacement(one, way));
    if (!isKnown) {
      keepWay(way);
      setFound(readWays(all));
    }
    return {
      tone: 'good',
      first: 'Eight queens, and none attacks another!',
      text: isKnown ? 'You have found this way before. Find another.' : 'Clear the board, and find another.',
    };
  }
  function undo(): void {
    if (!before) return;
    setPast(past.slice(0, -1));
    setAnswer(undefined);
    change({ placed: before });
  }
  function hint(): void {
    const [reached] = findCompletions(all, queens);
    if (!reached) {
      const first = `None of the ${all.length} ways has these queens.`;
      const ringed = queens.find((queen) => findCompletions(all, without(queen)).length > 0) ?? queens.at(-1);
      setAnswer({ ringed, tone: 'bad', first, text: 'Take back the ringed one, and ask again.' });
      return;
    }
    const ringed = cellsOf(reached).find((cell) => without(cell).length === queens.length);
    if (!ringed) return; // the board is full
    const ways = findCompletions(all, [...queens, ringed]).length;
    setAnswer({ ringed, first: 'Try the ringed square.', text: `That leaves ${plural(ways, 'way')}.` });
  }
  /** Shows a way with these queens if there is one. Each further call shows the next way. */
  function show(): void {
    const next = all[(way ? all.indexOf(way) + 1 : 0) % all.length] ?? [];
    const [reached = next] = queens.length < N ? findCompletions(all, queens) : [];
    showWay(reached, 'Press Show again for another, or clear the board.');
  }
  function showWay(way: Placement, text: string): void {
    play(cellsOf(way), { first: 'This is one of the 92 ways.', text });
  }
  useEffect(() => {
    const onStorage = () => setFound(readWays(all)); // another tab has found one
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);

  const { tone, first, text, ringed } = answer ?? describeBoard(queens);
  return (
    <>
      <div class="say">
        {heading}
        <p class="reply" role="status">
          <b class={tone}>{first}</b> {text}
        </p>
        <div class="row controls">
          <Button isOff={!before} onPress={undo} children="Undo" />
          <Button isOff={queens.length === 0} onPress={() => play([])} children="Clear" />
          <Button isOff={queens.length === N} onPress={hint} children="Hint" />
          <Button onPress={show} children="Show" />
        </div>
        <YourWays
          found={found}
          shown={way}
          isMoving={hasFound}
          onShow={(one) => showWay(one, 'Clear the board, and find another.')}
          onForget={() => {
            forgetWays();
            setFound([]);
          }}
        />
      </div>
      <div class="show">
        <PlayBoard
          n={N}
          queens={queens}
          label="Board of 8 by 8 squares, to place queens on"
          newest={isInvitation ? queens[0] : newest}
          isInvitation={isInvitation}
          ringed={ringed}
          onPress={press}
        />
      </div>
      <p class="known">
        {[8, 16].map((n) => `${n} queens: ${formatCount(knownCount(n) ?? 0)} ways. `)}
        {MAX_N} queens:
        <br />
        <strong class="number">{formatCount(knownCount(MAX_N) ?? 0)}</strong> counted in {describeTime(MAX_N)} on one
        core
      </p>
    </>
  );
}

/** Describes the board to the player. */
function describeBoard(queens: readonly Cell[]): Answer {
  const isQueen = (cell: Cell) => queens.some((queen) => isSameCell(queen, cell));
  const free = listCells(N).filter((cell) => !isQueen(cell) && findAttackers(queens, cell).length === 0).length;
  const left = `${plural(free, 'square')} left.`;
  const attacks = 'A queen attacks along her row, her column and both diagonals';
  if (queens.length === 0)
    return {
      first: (
        <>
          <Click /> a square.
        </>
      ),
      text: `${attacks}.`,
    };
  if (queens.length === 1)
    return {
      first: (
        <>
          <Click /> a free square.
        </>
      ),
      text: `${attacks}. ${left}`,
    };
  if (queens.length === N) return { tone: 'good', first: 'Eight queens, and none attacks another!' };
  if (free > 0) return { first: `${queens.length} of 8 queens, ${left}` };
  return {
    tone: 'bad',
    first: `${plural(queens.length, 'queen')}, and no free square left.`,
    text: 'There is nowhere to put the next one. Take one back.',
  };
}
