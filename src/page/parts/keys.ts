import { useLayoutEffect } from 'preact/hooks';

/** Elements that handle keys themselves. */
const FIELDS = 'input, select, textarea, [role="slider"]';

/**
 * Handles keys, except in fields and with Ctrl, Alt or Meta. PageUp and PageDown are handled even in fields, because a
 * presenter's clicker sends them. No key is a letter, because speech input could press letters by mistake (WCAG 2.1.4).
 *
 * @param keys the action for each key; undefined while the view is hidden.
 */
export function useKeys(keys: Readonly<Record<string, () => void>> | undefined): void {
  // A layout effect, so the next key press uses the new actions.
  useLayoutEffect(() => {
    if (!keys) return;
    function onKey(event: KeyboardEvent): void {
      const { key, target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (target instanceof Element && target.matches(FIELDS) && !key.startsWith('Page')) return;
      const act = keys?.[key];
      if (!act) return;
      act();
      event.preventDefault();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [keys]);
}

/** Returns a slider's key handler: an arrow changes the value by 1, and Home and End choose the limits. */
export function createSliderHandler(value: number, min: number, max: number, onChoose: (to: number) => void) {
  return (event: KeyboardEvent): void => {
    const { key, ctrlKey, altKey, metaKey } = event;
    const [back, forth] = [value - 1, value + 1];
    const arrows = { ArrowLeft: back, ArrowUp: back, ArrowRight: forth, ArrowDown: forth };
    const to = { ...arrows, Home: min, End: max }[key];
    if (to === undefined || ctrlKey || altKey || metaKey) return;
    if (to >= min && to <= max) onChoose(to);
    event.preventDefault();
  };
}
