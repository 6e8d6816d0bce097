/** Controls and messages for all views. */
import type { ComponentChildren } from 'preact';

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
    <label class="field">
      <span>{name}</span>
      <input
        type="range"
        min={least}
        max={most}
        value={value}
        aria-valuetext={name}
        onInput={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      />
    </label>
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

/** A picture to pick from a group. The group is one tab stop, and the arrow keys pick the next picture. */
export function Pick(props: {
  /** The same for all pictures of the group, and for no other group. */
  readonly group: string;
  readonly isPicked: boolean;
  /** Name for screen readers. */
  readonly name: string;
  readonly onPick: () => void;
  readonly children: ComponentChildren;
}) {
  const { group, isPicked, name, onPick, children } = props;
  return (
    <label class="pick" ref={isPicked ? scrollWithin : null}>
      <input type="radio" name={group} checked={isPicked} aria-label={name} onChange={onPick} />
      {children}
    </label>
  );
}

/** Scrolls a list until the chosen element is visible, without scrolling the page. */
export function scrollWithin(chosen: HTMLElement | null): void {
  const list = chosen?.closest('ul, fieldset');
  if (list instanceof HTMLElement && chosen) list.scrollTop = chosen.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** A drop-down list of a few values. */
export function Choice<Value extends string | number>(props: {
  readonly name: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly onChoose: (value: Value) => void;
}) {
  const { name, value, values, onChoose } = props;
  return (
    <label class="field">
      <span>{name}</span>
      <select
        aria-label={name}
        value={value}
        onChange={({ currentTarget }) => onChoose(values[currentTarget.selectedIndex] ?? value)}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
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
