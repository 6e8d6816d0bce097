import { freeColumns, masksOf } from '../../board/masks.js';
import type { SolverName } from '../../textbook/solver-names.js';
import type { SearchFrame } from './search-player.js';

/** What the solver keeps in mind, beside the masks: its array, or its flags. */
export function SolverState(props: { readonly n: number; readonly solver: SolverName; readonly frame: SearchFrame }) {
  const { n, solver, frame } = props;
  const { queens } = frame;
  return (
    <>
      {solver === 'column-array' && (
        <p class="state">
          columns = <code>[{queens.map(([, col]) => col).join(', ')}]</code>
        </p>
      )}
      {solver === 'diagonal-flags' && (
        <dl class="state">
          <Flags name="columns" length={n} taken={queens.map(([, col]) => col)} />
          <Flags name="dales \" length={2 * n - 1} taken={queens.map(([row, col]) => row - col + n - 1)} />
          <Flags name="hills /" length={2 * n - 1} taken={queens.map(([row, col]) => row + col)} />
        </dl>
      )}
      <MaskTable n={n} frame={frame} />
    </>
  );
}

/** A row of flags, the first one at the left: 1 where a queen holds the line. */
function Flags(props: { readonly name: string; readonly length: number; readonly taken: readonly number[] }) {
  const { name, length, taken } = props;
  const flags = Array.from({ length }, (_, i) => (taken.includes(i) ? '1' : '0')).join('');
  return (
    <div>
      <dt>{name}</dt>
      <dd class="bits">{flags}</dd>
    </div>
  );
}

/** The three masks of the next row to fill in binary, as `trace --masks` prints them: column 0 at the right. */
function MaskTable({ n, frame }: { readonly n: number; readonly frame: SearchFrame }) {
  const columns = frame.queens.map(([, col]) => col);
  const masks = masksOf(columns);
  const isFull = columns.length === n;
  const rows: [name: string, meaning: string, mask: number][] = [
    ['row', 'a queen stands in the column', masks.columns],
    ['ld', 'a diagonal comes down to the left', masks.left],
    ['rd', 'a diagonal comes down to the right', masks.right],
    ['free', 'a queen may stand', isFull ? 0 : freeColumns(n, masks)],
  ];
  return (
    <div class="scroll">
      <table class="masks">
        <caption>{isFull ? 'Masks: all rows are filled' : `Masks of row ${columns.length}`}</caption>
        <thead>
          <tr>
            <th scope="col">mask</th>
            <th scope="col" class="bits">
              <Columns texts={columnsFromRight(n).map(String)} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, meaning, mask]) => (
            <tr key={name} class={name}>
              <th scope="row" title={meaning}>
                {name}
              </th>
              <td class="bits">
                <Columns texts={columnsFromRight(n).map((col) => String((mask >>> col) & 1))} />
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

/** Columns as bits are written: 0 at the right. */
function columnsFromRight(n: number): readonly number[] {
  return Array.from({ length: n }, (_, place) => n - 1 - place);
}
