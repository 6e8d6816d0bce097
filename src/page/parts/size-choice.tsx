/** Chooses the board size, from one to another. */
export function SizeChoice(props: {
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChoose: (n: number) => void;
  readonly disabled?: boolean;
}) {
  const { value, least, most, onChoose, disabled = false } = props;
  const sizes = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  return (
    <label class="field">
      <span>Queens</span>
      <select value={value} disabled={disabled} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {sizes.map((n) => (
          <option key={n} value={n}>
            {n}
          </option>
        ))}
      </select>
    </label>
  );
}
