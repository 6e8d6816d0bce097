import { useLayoutEffect } from 'preact/hooks';

/** What takes keys for itself: there, a letter is written, and an arrow moves. */
const FIELDS = 'input, select, textarea';

/**
 * Short cuts that work wherever the focus is, but for fields, and keys that are pressed with Ctrl, Alt or Meta. A
 * screen reader that reads through the page keeps its own keys: they do not come here.
 *
 * @param keys what each key does, letters in lower case; undefined while what they are for is not shown.
 */
export function useKeys(keys: Readonly<Record<string, () => void>> | undefined): void {
  // Before the next key can be pressed: after the picture, it would still go to what the keys were for before.
  useLayoutEffect(() => {
    if (!keys) return;
    function onKey(event: KeyboardEvent): void {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.matches(FIELDS)) return;
      const act = keys?.[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act) return;
      act();
      event.preventDefault();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [keys]);
}
