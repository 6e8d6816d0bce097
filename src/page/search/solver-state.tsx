import { freeColumns, masksOf } from '../../board/masks.js';
import { range } from '../parts/controls.js';
import type { WatchedSolver } from './pseudocode.js';
import type { SearchFrame } from './search-player.js';

/** What the solver keeps in memory: its array, its flags, or its masks. */
export function SolverState(props: {
  readonly n: number;
  readonly solver: WatchedSolver;
  readonly frame: SearchFrame;
}) {
  const { n, solver, frame } = props;
  const { queens } = frame;
  if (solver === 'bitmask') return <MaskTable n={n} frame={frame} />;
  if (solver === 'column-array') {
    return (
      <p class="state">
        columns = <code>[{queens.map(([, col]) => col).join(', ')}]</code>
        <span class="meaning">the column of the queen in each row</span>
      </p>
    );
  }
  return (
    <dl class="state">
      <Flags name="columns" meaning="column" length={n} taken={queens.map(([, col]) => col)} />
      <Flags
        name="diagonals \"
        meaning="row - column + n - 1"
        length={2 * n - 1}
        taken={queens.map(([row, col]) => row - col + n - 1)}
      />
      <Flags
        name="diagonals /"
        meaning="row + column"
        length={2 * n - 1}
        taken={queens.map(([row, col]) => row + col)}
      />
    </dl>
  );
}

/** A row of flags, flag 0 at the left: 1 where a queen stands on the line. */
function Flags(props: {
  readonly name: string;
  readonly meaning: string;
  readonly length: number;
  readonly taken: readonly number[];
}) {
  const { name, meaning, length, taken } = props;
  const flags = Array.from({ length }, (_, i) => (taken.includes(i) ? '1' : '0')).join('');
  return (
    <div>
      <dt>
        {name} <span class="meaning">flag {meaning}</span>
      </dt>
      <dd class="bits">{flags}</dd>
    </div>
  );
}

/** The masks of the next row to fill, in the order of the board: column 0 at the left. */
export function MaskTable({ n, frame }: { readonly n: number; readonly frame: SearchFrame }) {
  const columns = frame.queens.map(([, col]) => col);
  const masks = masksOf(columns);
  const isFull = columns.length === n;
  const rows: [name: string, meaning: string, mask: number][] = [
    ['columns', 'a queen stands above', masks.columns],
    ['ld', 'a diagonal / comes down', masks.left],
    ['rd', 'a diagonal \\ comes down', masks.right],
    ['free', 'a queen can stand', isFull ? 0 : freeColumns(n, masks)],
  ];
  return (
    <div class="scroll">
      <table class="masks">
        <thead>
          <tr>
            <th scope="col">{isFull ? 'Masks: all rows are filled' : `Masks of row ${columns.length}: 1 where`}</th>
            <th scope="col" class="bits">
              <Columns texts={range(0, n - 1).map(String)} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, meaning, mask]) => (
            <tr key={name} class={name}>
              <th scope="row">
                {name} <span class="meaning">{meaning}</span>
              </th>
              <td class="bits">
                <Columns texts={range(0, n - 1).map((col) => String((mask >>> col) & 1))} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A text for each column, of the same width whether it has one digit or two. */
function Columns({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text, place) => <span key={place}>{text}</span>);
}
