import type { ComponentChildren } from 'preact';

/** A row of a table of bits. */
export interface BitRow {
  /** A class of the row, which no other row has. */
  readonly look: string;
  readonly name: ComponentChildren;
  readonly bits: readonly boolean[];
  /** A class of a cell that is not as the others. */
  readonly lookOf?: (column: number) => string | undefined;
}

/** A table of bits, with a number over each column. */
export function BitTable(props: {
  readonly corner: string;
  readonly rows: readonly BitRow[];
  /** The number of the first column. */
  readonly from?: number;
}) {
  const { corner, rows, from = 0 } = props;
  return (
    <table class="bits">
      <thead>
        <tr>
          <th scope="col">{corner}</th>
          {rows[0]?.bits.map((_, column) => (
            <th key={column} scope="col">
              {from + column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ look, name, bits, lookOf }) => (
          <tr key={look} class={look}>
            <th scope="row">{name}</th>
            {bits.map((bit, column) => (
              <td key={column} class={lookOf?.(column) ?? (bit ? 'one' : undefined)}>
                {bit ? 1 : 0}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
