// src/page/parts contains what the views share: boards, runs, keys, motion, addresses and, in this file, controls.

import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A slider for integers. Its name stays the same, so a screen reader reads only the new value after a change. */
export function Range(props: {
  readonly name: string;
  /** The value in words, by default the number. */
  readonly text?: string;
  readonly min?: number;
  readonly max: number;
  readonly value: number;
  readonly onChoose: (value: number) => void;
}) {
  const { name, min = 0, max, value, text = String(value), onChoose } = props;
  const id = useId();
  return (
    <div class="field range">
      <label for={id}>{name}</label>
      <span aria-hidden="true">: {text}</span>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        aria-valuetext={text}
        onInput={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      />
    </div>
  );
}

/** A slider for a guess. It begins at a question mark, because a guess is never needed. */
export function Guess(props: {
  readonly values: readonly number[];
  readonly value: number | undefined;
  readonly format: (value: number) => string;
  readonly onGuess: (value: number | undefined) => void;
}) {
  const { values, value, format, onGuess } = props;
  return (
    <Range
      name="Your guess"
      text={value === undefined ? '?' : format(value)}
      max={values.length}
      value={value === undefined ? 0 : values.indexOf(value) + 1}
      onChoose={(place) => onGuess(values[place - 1])}
    />
  );
}

/** The word for a press: `Tap` on touch screens, otherwise `Click`. */
export function Click() {
  return <>{matchMedia('(pointer: coarse)').matches ? 'Tap' : 'Click'}</>;
}

/** A button that keeps the focus while it is off. A `disabled` button would lose the focus. */
export function Button(props: {
  readonly isOff?: boolean;
  readonly isMain?: boolean;
  readonly onPress: () => void;
  readonly children: ComponentChildren;
}) {
  const { isOff = false, isMain = false, onPress, children } = props;
  return (
    <button
      type="button"
      class={isMain ? 'main' : undefined}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) onPress();
      }}
    >
      {children}
    </button>
  );
}

export function Choice<Value extends string | number>(props: {
  readonly name: string;
  readonly value: Value | undefined;
  readonly values: readonly Value[];
  readonly onChoose: (value: Value) => void;
}) {
  const { name, value, values, onChoose } = props;
  return (
    <label class="field">
      <span>{name}</span>
      <select
        aria-label={name}
        value={value ?? ''}
        onChange={({ currentTarget }) => {
          const chosen = values[currentTarget.selectedIndex];
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
        {value === undefined && <option value="" hidden children="choose …" />}
      </select>
    </label>
  );
}

export function range(min: number, max: number): readonly number[] {
  return Array.from({ length: max - min + 1 }, (_, i) => min + i);
}

/** A list of named statistics. Statistics without a value are left out. */
export function Statistics(props: { readonly stats: readonly (readonly [name: string, value: string | false])[] }) {
  return (
    <dl class="row stats">
      {props.stats
        .filter(([, value]) => value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A message, such as a note on an invalid address. Screen readers read it after the current text. */
export function Note({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="notice" role="status">
      {children ? <p>{children}</p> : null}
    </div>
  );
}
