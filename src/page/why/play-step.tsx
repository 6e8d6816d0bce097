import { useState } from 'preact/hooks';
import { knownCount } from '../../core/board/known-counts.js';
import {
  type Cell,
  cellsOf,
  formatPlacement,
  type PartialPlacement,
  type Placement,
} from '../../core/board/placement.js';
import { formatBriefly } from '../../core/text/durations.js';
import { formatCount } from '../../core/text/numbers.js';
import { isLoopback, SITE, writeRoute } from '../parts/address.js';
import { Button } from '../parts/controls.js';
import { findCompletions, toggleQueen } from '../parts/fixed-queens.js';
import { PlayBoard } from '../parts/play-board.js';
import { type Advice, ATTACKED, describeBoard, FOUND_BEFORE, giveHint } from './advice.js';
import { N, WAYS } from './halves.js';
import { MAX_N, SECONDS_ON_ONE_CORE } from './published.js';
import type { StepProps } from './why-state.js';
import { useFoundWays, YourWays } from './your-ways.js';

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
