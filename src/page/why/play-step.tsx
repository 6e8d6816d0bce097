import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Cell } from '../../board/attacked.js';
import { knownCount } from '../../board/known-counts.js';
import { formatCount, plural } from '../../text/numbers.js';
import { solutions } from '../../textbook/bitmask.js';
import { cellsOf } from '../parts/board.js';
import { completions } from '../parts/completions.js';
import { Button } from '../parts/controls.js';
import { cellsOfFixed, fixedAt } from '../parts/fixed-queens.js';
import { attackersOf, isSameCell, PlayBoard } from '../parts/play-board.js';
import { N } from './halves.js';
import { timeOf } from './measured.js';
import type { StepProps } from './why-state.js';

/** An action of the player with an answer of its own. A hint has a ringed cell. */
interface Moment {
  readonly kind: 'attacked' | 'hint' | 'dead end' | 'shown';
  readonly ringed?: Cell;
  /** Number of solutions that a hint leaves. */
  readonly ways?: number;
}

/** A game: place eight queens so that none attacks another. */
export function PlayStep({ state: { placed }, change, heading }: StepProps) {
  const all = useMemo(() => [...solutions(N)], []);
  const [moment, setMoment] = useState<Moment>();
  /** The solutions that the player has found, as text. */
  const [found, setFound] = useState<ReadonlySet<string>>(new Set());
  const [order, setOrder] = useState<readonly Cell[]>([]);
  const rank = (cell: Cell) => order.findIndex((other) => isSameCell(other, cell));
  /** The queens, the one placed last at the end. */
  const queens = cellsOfFixed(placed).toSorted((a, b) => rank(a) - rank(b));
  const last = queens.at(-1);
  const others = (cell: Cell | undefined) => queens.filter((queen) => !cell || !isSameCell(queen, cell));

  function play(next: readonly Cell[], then?: Moment): void {
    setMoment(then);
    setOrder(next);
    change({ placed: fixedAt(next) });
    if (next.length === N && !then) setFound((before) => new Set([...before, String(fixedAt(next))]));
  }
  function press(cell: Cell, isFree: boolean): void {
    const rest = others(cell);
    if (isFree) play(rest.length < queens.length ? rest : [...queens, cell]);
    else setMoment({ kind: 'attacked' });
  }
  function hint(): void {
    const [way] = completions(all, queens);
    const ringed = way ? cellsOf(way).find((cell) => others(cell).length === queens.length) : last;
    if (!ringed) return; // the board is full
    const ways = completions(all, [...queens, ringed]).length;
    setMoment({ kind: way ? 'hint' : 'dead end', ringed, ways });
  }
  /** Shows a solution with these queens if there is one, and at each further call the next solution. */
  function show(): void {
    const next = all[(all.findIndex((way) => String(way) === String(placed)) + 1) % all.length] ?? [];
    const [way = next] = queens.length < N ? completions(all, queens) : [];
    play(cellsOf(way), { kind: 'shown' });
  }

  return (
    <>
      <div class="say">
        {heading}
        <p class="reply" role="status">
          <Reply queens={queens} found={found.size} moment={moment} />
        </p>
        <div class="row controls">
          <Button isOff={!last} onPress={() => play(others(last))}>
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
        <PlayBoard
          n={N}
          queens={queens}
          label="Board to place queens on"
          className={queens.length === N ? 'solved' : ''}
          ringed={moment?.ringed}
          onPress={press}
        />
      </div>
      <dl class="known">
        <KnownCount n={8}>ways</KnownCount>
        <KnownCount n={16} />
        <KnownCount n={20}>
          <span class="hint">This program counts them in {timeOf(20)} on one core.</span>
        </KnownCount>
      </dl>
    </>
  );
}

/** A board size and its number of solutions. */
function KnownCount({ n, children }: { readonly n: number; readonly children?: ComponentChildren }) {
  return (
    <>
      <dt>{n} queens</dt>
      <dd>
        <strong class={n === 20 ? 'number' : undefined}>{formatCount(knownCount(n) ?? 0)}</strong> {children}
      </dd>
    </>
  );
}

/** The answer to the last move of the player. */
function Reply(props: {
  readonly queens: readonly Cell[];
  readonly found: number;
  readonly moment: Moment | undefined;
}) {
  const { queens, found, moment } = props;
  const cells = Array.from({ length: N * N }, (_, i): Cell => ({ row: Math.floor(i / N), column: i % N }));
  const isQueen = (cell: Cell) => queens.some((queen) => isSameCell(queen, cell));
  const free = cells.filter((cell) => !isQueen(cell) && attackersOf(queens, cell).length === 0).length;
  const [result, advice] = replyTo();
  return (
    <>
      {result} {advice}
    </>
  );

  function replyTo(): readonly [result: ComponentChildren, advice: string] {
    if (moment?.kind === 'attacked')
      return [<b class="bad">A queen attacks that square.</b>, 'Follow the red line to her, and try another square.'];
    if (moment?.kind === 'hint')
      return [
        <b>Try the ringed square.</b>,
        `With a queen there, you can still reach ${plural(moment.ways ?? 0, 'way')}.`,
      ];
    if (moment?.kind === 'dead end')
      return [<b class="bad">No way has these queens.</b>, 'Take back the ringed one, and ask again.'];
    if (moment?.kind === 'shown')
      return [<b>This is one of the 92 ways.</b>, 'Press again for another, or clear the board.'];
    if (queens.length === N)
      return [
        <b class="good">Eight queens, and none attacks another!</b>,
        `${found > 0 ? `You have found ${found}` : 'This is one'} of the 92 ways. Clear the board, and find another.`,
      ];
    if (queens.length === 0)
      return [<b>Try it: click a square.</b>, 'A queen attacks along her row, her column and both diagonals.'];
    if (free === 0)
      return [
        <b class="bad">{plural(queens.length, 'queen')}, and no square is left.</b>,
        'Nobody can place the next one here. Take one back.',
      ];
    return [
      <b>{queens.length} of 8 queens.</b>,
      `${plural(free, 'square')} ${free === 1 ? 'is' : 'are'} free. A dot marks an attacked one.`,
    ];
  }
}
