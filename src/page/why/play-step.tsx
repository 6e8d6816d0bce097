import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { knownCount } from '../../core/board/known-counts.js';
import {
  type Cell,
  cellsOf,
  findAttackers,
  formatPlacement,
  isSameCell,
  listCells,
  type PartialPlacement,
  type Placement,
} from '../../core/board/placement.js';
import { formatBriefly } from '../../core/text/durations.js';
import { formatCount, plural } from '../../core/text/numbers.js';
import { isLoopback, SITE, writeRoute } from '../parts/address.js';
import { Button, Click } from '../parts/controls.js';
import { findCompletions, toggleQueen } from '../parts/fixed-queens.js';
import { PlayBoard } from '../parts/play-board.js';
import { N, WAYS } from './halves.js';
import { MAX_N, SECONDS_ON_ONE_CORE } from './published.js';
import type { StepProps } from './why-state.js';
import { useFoundWays, YourWays } from './your-ways.js';

/** An answer to the player. A hint also draws a ring around a cell. */
interface Advice {
  readonly first: ComponentChildren;
  readonly text?: ComponentChildren;
  readonly tone?: 'good' | 'bad';
  readonly ringed?: Cell | undefined;
}

const ATTACKED: Advice = {
  tone: 'bad',
  first: 'A queen attacks that square.',
  text: 'Follow the red line to her, and try another square.',
};

const FOUND_BEFORE: Advice = {
  tone: 'good',
  first: 'You have found this way before.',
  text: 'Can you find another?',
};

/** A game: place eight queens so that none attacks another. One is already there, as an invitation. */
export function PlayStep({ state: { placed }, change, heading }: StepProps) {
  const [advice, setAdvice] = useState<Advice>();
  const { found, keep, forget } = useFoundWays();
  const [past, setPast] = useState<readonly PartialPlacement[]>([]);
  const queens = cellsOf(placed);
  const before = past.at(-1);
  const wayWith = (cells: readonly Cell[]) => (cells.length === N ? findCompletions(WAYS, cells)[0] : undefined);
  const way = wayWith(queens);

  function play(next: PartialPlacement, reply?: Advice): void {
    setPast([...past, placed]);
    setAdvice(reply);
    change({ placed: next });
  }
  function press(cell: Cell): void {
    const next = toggleQueen(placed, cell);
    const way = wayWith(cellsOf(next));
    if (way) keep(way);
    play(next, way && found.includes(way) ? FOUND_BEFORE : undefined);
  }
  function undo(): void {
    if (!before) return;
    setPast(past.slice(0, -1));
    setAdvice(undefined);
    change({ placed: before });
  }
  /** Copies the address of the board. Where nobody else can open it, or the browser cannot copy, shows it instead. */
  async function send(): Promise<void> {
    const { href } = new URL(writeRoute({ view: 'why', path: [], query: { placed: formatPlacement(placed) } }), SITE);
    const link = <a href={href}>{href}</a>;
    if (isLoopback(SITE)) return setAdvice({ first: 'Only this computer can open this address:', text: link });
    const quote = way ? 'I found this one. Can you find another?' : 'I started this one. Can you finish it?';
    try {
      await navigator.clipboard.writeText(href);
      setAdvice({ first: 'The address has been copied.', text: `Send it: “${quote}”` });
    } catch {
      setAdvice({ first: 'Copy this address, and send it:', text: link }); // browsers copy only on https
    }
  }
  /** Shows a way with the given queens if there is one. Each further call shows the next way. */
  function show(): void {
    const next = WAYS[(way ? WAYS.indexOf(way) + 1 : 0) % WAYS.length] ?? [];
    const [reached = next] = queens.length < N ? findCompletions(WAYS, queens) : [];
    showWay(reached, 'Press Show again for another, or clear the board.');
  }
  function showWay(way: Placement, text: string): void {
    play(way, { first: 'This is one of the 92 ways.', text });
  }

  const { tone, first, text, ringed } = advice ?? describeBoard(queens);
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
          <Button isOff={queens.length === N} onPress={() => setAdvice(giveHint(queens))} children="Hint" />
          <Button onPress={show} children="Show" />
          <Button onPress={send} children="Send" />
        </div>
        <YourWays
          found={found}
          shown={way}
          onShow={(one) => showWay(one, 'Clear the board, and find another.')}
          onForget={forget}
        />
      </div>
      <div class="show">
        <PlayBoard
          n={N}
          queens={queens}
          label="Board of 8 by 8 squares, to place queens on"
          ringed={ringed}
          onPress={(cell, isFree) => (isFree ? press(cell) : setAdvice(ATTACKED))}
        />
      </div>
      <p class="known">
        {[8, 16].map((n) => `${n} queens: ${formatCount(knownCount(n) ?? 0)} ways. `)}
        {MAX_N} queens:
        <br />
        <strong class="number">{formatCount(knownCount(MAX_N) ?? 0)}</strong> counted in{' '}
        {formatBriefly(SECONDS_ON_ONE_CORE)} on one core
      </p>
    </>
  );
}

/** Rings a queen to take back if no way contains all given queens; otherwise, the square that leaves the most ways. */
function giveHint(queens: readonly Cell[]): Advice {
  const without = (cell: Cell) => queens.filter((queen) => !isSameCell(queen, cell));
  if (findCompletions(WAYS, queens).length === 0) {
    const first = `None of the ${WAYS.length} ways has these queens.`;
    const ringed = queens.find((queen) => findCompletions(WAYS, without(queen)).length > 0) ?? queens.at(-1);
    return { ringed, tone: 'bad', first, text: 'Take back the ringed one, and ask again.' };
  }
  const squares = listCells(N)
    .filter((cell) => without(cell).length === queens.length)
    .map((cell) => ({ cell, ways: findCompletions(WAYS, [...queens, cell]).length }));
  const [best] = squares.sort((a, b) => b.ways - a.ways);
  return {
    ringed: best?.cell,
    first: 'Try the ringed square.',
    text: `That leaves ${plural(best?.ways ?? 0, 'way')}.`,
  };
}

function describeBoard(queens: readonly Cell[]): Advice {
  const isQueen = (cell: Cell) => queens.some((queen) => isSameCell(queen, cell));
  const free = listCells(N).filter((cell) => !isQueen(cell) && findAttackers(queens, cell).length === 0).length;
  const left = `${plural(free, 'square')} left.`;
  const attacks = 'A queen attacks along her row, her column and both diagonals';
  if (queens.length <= 1) {
    const first = (
      <>
        <Click /> a {queens.length === 1 && 'free '}square.
      </>
    );
    return { first, text: `${attacks}.${queens.length === 1 ? ` ${left}` : ''}` };
  }
  if (queens.length === N) {
    return { tone: 'good', first: 'Eight queens, and none attacks another!', text: 'Can you find another way?' };
  }
  if (free > 0) return { first: `${queens.length} of 8 queens, ${left}` };
  return {
    tone: 'bad',
    first: `${plural(queens.length, 'queen')}, and no free square left.`,
    text: 'There is nowhere to put the next one. Take one back.',
  };
}
