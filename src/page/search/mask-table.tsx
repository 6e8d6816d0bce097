import { allColumns, freeColumns, masksOf } from '../../board/masks.js';
import type { SearchFrame } from './search-frames.js';

/** The three masks of the next row to fill in binary, as `trace --masks` prints them: column 0 at the right. */
export function MaskTable({ n, frame }: { readonly n: number; readonly frame: SearchFrame }) {
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
              {digits(n, (col) => (col % 10).toString())}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, meaning, mask]) => (
            <tr key={name} class={name}>
              <th scope="row" title={meaning}>
                {name}
              </th>
              <td class="bits">{((mask & allColumns(n)) >>> 0).toString(2).padStart(n, '0')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One character a column, column 0 at the right. */
function digits(n: number, digit: (col: number) => string): string {
  return Array.from({ length: n }, (_, i) => digit(n - 1 - i)).join('');
}
