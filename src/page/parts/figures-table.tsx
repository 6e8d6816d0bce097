import type { ComponentChildren } from 'preact';

/** A table whose rows begin with a name. */
export function FiguresTable(props: {
  readonly caption?: string;
  readonly head: readonly (string | number)[];
  /** The first cell of each row is its name. */
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** The index of the highlighted row. */
  readonly chosen?: number;
}) {
  const { caption, head, rows, chosen } = props;
  return (
    <table class="figures-table">
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], index) => (
          <tr key={name} class={index === chosen ? 'chosen' : undefined}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={head[column + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
