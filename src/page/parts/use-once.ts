/** Motion that plays once: the first time that the reader sees a step in this visit. */
import { useEffect, useRef, useState } from 'preact/hooks';

/** Names of the motions that have been played since the page was loaded. */
const played = new Set<string>();

/** Returns whether to play a motion now: only the first time, and only for readers who want motion. */
export function useOnce(name: string): boolean {
  const [isFirst] = useState(() => !played.has(name) && !matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    played.add(name);
  }, []);
  return isFirst;
}

/**
 * Returns whether a value has changed since the step was opened. Changes are animated, the initial value is not.
 */
export function useHasChanged(value: unknown): boolean {
  const initial = useRef(value);
  const hasChanged = useRef(false);
  if (value !== initial.current) hasChanged.current = true;
  return hasChanged.current;
}
