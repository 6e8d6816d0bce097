import type { ComponentChildren } from 'preact';

/** A row of a table of bits. */
export interface BitRow {
  /** The CSS class of the row, different for each row. */
  readonly className: string;
  readonly name: ComponentChildren;
  readonly bits: readonly boolean[];
  /** Returns the CSS class of a special cell. */
  readonly classNameOf?: (column: number) => string | undefined;
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
        {rows.map(({ className, name, bits, classNameOf }) => (
          <tr key={className} class={className}>
            <th scope="row">{name}</th>
            {bits.map((bit, column) => (
              <td key={column} class={classNameOf?.(column) ?? (bit ? 'one' : undefined)}>
                {bit ? 1 : 0}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
