import { Field } from './field.js';

/** Chooses one of a few values, by its name as text. */
export function Choice<Value extends string | number>(props: {
  readonly name: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly onChoose: (value: Value) => void;
  readonly disabled?: boolean;
}) {
  const { name, value, values, onChoose, disabled = false } = props;
  return (
    <Field name={name}>
      {(id) => (
        <select
          id={id}
          value={value}
          disabled={disabled}
          onChange={({ currentTarget }) => onChoose(values[currentTarget.selectedIndex] ?? value)}
        >
          {values.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The whole numbers from one to another. */
export function range(least: number, most: number): readonly number[] {
  return Array.from({ length: most - least + 1 }, (_, i) => least + i);
}
