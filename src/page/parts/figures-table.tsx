import type { ComponentChildren } from 'preact';

/** A table with a name at the left of each row. */
export function FiguresTable(props: {
  readonly look?: string;
  readonly caption?: string;
  readonly head: readonly (string | number)[];
  /** The first of each row is its name. */
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** The index of a row to stand out. */
  readonly chosen?: number;
}) {
  const { look = 'figures-table', caption, head, rows, chosen } = props;
  return (
    <table class={look}>
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
