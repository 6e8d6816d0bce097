import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** What takes keys for itself: there, a letter is written, and an arrow moves. */
const FIELDS = 'input, select, textarea';

/**
 * Short cuts, but for fields, and for keys that are pressed with Ctrl, Alt or Meta. Arrows work wherever the focus is,
 * letters only at what they are for: speech input would press them by mistake (WCAG 2.1.4).
 * A screen reader that reads through the page keeps its own keys: they do not come here.
 *
 * @param keys what each key does, letters in lower case; undefined while what they are for is not shown.
 * @param place where letters work: while the focus is in it.
 */
export function useKeys(
  keys: Readonly<Record<string, () => void>> | undefined,
  place: RefObject<Element | null>,
): void {
  // Before the next key can be pressed: after the picture, it would still go to what the keys were for before.
  useLayoutEffect(() => {
    if (!keys) return;
    function onKey(event: KeyboardEvent): void {
      const { key, target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (target instanceof Element && target.matches(FIELDS)) return;
      const isLetter = key.length === 1;
      if (isLetter && !(target instanceof Node && place.current?.contains(target))) return;
      const act = keys?.[isLetter ? key.toLowerCase() : key];
      if (!act) return;
      act();
      event.preventDefault();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [keys, place]);
}
