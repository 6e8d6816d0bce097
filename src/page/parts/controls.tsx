/** Controls and messages that every view has. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

/** A control below its name. */
export function Field(props: {
  readonly name: string;
  /** Draws the control, which must have this id. */
  readonly children: (id: string) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{props.name}</label>
      {props.children(id)}
    </div>
  );
}

/** Chooses a whole number by a slider, whose name has the value in words. */
export function Range(props: {
  readonly name: string;
  readonly least?: number;
  readonly most: number;
  readonly value: number;
  readonly onChoose: (value: number) => void;
}) {
  const { name, least = 0, most, value, onChoose } = props;
  return (
    <Field name={name}>
      {(id) => (
        <input
          id={id}
          type="range"
          min={least}
          max={most}
          value={value}
          aria-valuetext={name}
          onInput={({ currentTarget }) => onChoose(Number(currentTarget.value))}
        />
      )}
    </Field>
  );
}

/** A button that keeps the focus when there is nothing left to do, where `disabled` would lose it. */
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

/** Brings a chosen button into sight in the list around it, without moving the page. */
export function scrollWithin(button: HTMLElement | null): void {
  const list = button?.closest('ul, fieldset');
  if (list instanceof HTMLElement && button) list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
}

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

/** Returns the whole numbers from one to another, both included. */
export function range(least: number, most: number): readonly number[] {
  return Array.from({ length: most - least + 1 }, (_, i) => least + i);
}

/** A figure below its name, in a list of them (`dl`). */
export function Figure({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** An error message in a sentence, which screen readers read at once. Without children, nothing. */
export function Problem({ children }: { readonly children: ComponentChildren }) {
  if (!children) return null;
  return (
    <p class="problem" role="alert">
      {children}
    </p>
  );
}

/** A sentence about an address that the page could not show, which screen readers read when they are free. */
export function Note({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="notice" role="status">
      {children ? <p>{children}</p> : null}
    </div>
  );
}

/** Milliseconds between two announcements. */
const PAUSE = 2000;

/**
 * Text that a screen reader reads when it changes. If it changes faster than it can be read, the latest text is read.
 * It is not visible: the page shows the same elsewhere.
 */
export function Announcement({ text }: { readonly text: string }) {
  const [said, setSaid] = useState(text);
  const last = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, last.current + PAUSE - performance.now());
    const timer = setTimeout(() => {
      last.current = performance.now();
      setSaid(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p class="unseen" aria-live="polite">
      {said}
    </p>
  );
}
