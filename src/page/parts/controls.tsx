/** Controls and messages for all views. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

/** A control with its name above it. */
function Field(props: {
  readonly name: string;
  /** Renders the control. It must have this id. */
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

/** A slider for whole numbers. Its name contains the value in words. */
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

/** Scrolls a list until the chosen button is visible, without scrolling the page. */
export function scrollWithin(button: HTMLElement | null): void {
  const list = button?.closest('ul, fieldset');
  if (list instanceof HTMLElement && button) list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** A drop-down list of a few values. */
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

/** Returns the whole numbers from `least` to `most`. */
export function range(least: number, most: number): readonly number[] {
  return Array.from({ length: most - least + 1 }, (_, i) => least + i);
}

/** A figure with its name, in a `dl` list. */
export function Figure({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** An error message that screen readers read at once. Renders nothing if there are no children. */
export function Problem({ children }: { readonly children: ComponentChildren }) {
  if (!children) return null;
  return (
    <p class="problem" role="alert">
      {children}
    </p>
  );
}

/** A note about an invalid address. Screen readers read it after the current text. */
export function Note({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="notice" role="status">
      {children ? <p>{children}</p> : null}
    </div>
  );
}

/** Milliseconds between two announcements. */
const PAUSE = 2000;

/** Invisible text that screen readers read when it changes. If it changes fast, only the latest text is read. */
export function Announcement({ text }: { readonly text: string }) {
  const [announced, setAnnounced] = useState(text);
  const last = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, last.current + PAUSE - performance.now());
    const timer = setTimeout(() => {
      last.current = performance.now();
      setAnnounced(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p class="visually-hidden" aria-live="polite">
      {announced}
    </p>
  );
}
