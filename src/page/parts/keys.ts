import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Elements that handle keys themselves. */
const FIELDS = 'input, select, textarea, [role="slider"]';

/**
 * Handles keyboard shortcuts, except in fields and with Ctrl, Alt or Meta. Arrow keys work everywhere else. Letters
 * work only inside one element, because speech input could press them by mistake (WCAG 2.1.4).
 *
 * @param keys the action of each key, with letters in lower case. Undefined while the view is hidden.
 * @param scope the element where letters work.
 */
export function useKeys(
  keys: Readonly<Record<string, () => void>> | undefined,
  scope: RefObject<Element | null>,
): void {
  // A layout effect, so the next key uses the new actions.
  useLayoutEffect(() => {
    if (!keys) return;
    function onKey(event: KeyboardEvent): void {
      const { key, target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (target instanceof Element && target.matches(FIELDS)) return;
      const isLetter = key.length === 1;
      if (isLetter && !(target instanceof Node && scope.current?.contains(target))) return;
      const act = keys?.[isLetter ? key.toLowerCase() : key];
      if (!act) return;
      act();
      event.preventDefault();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [keys, scope]);
}
