/** The reader's settings for every page: the colour scheme, and whether things may move. */
import { useEffect, useState } from 'preact/hooks';

/** Returns the colour scheme, for drawings that name their colours and must be drawn again. */
export function useColorScheme(): 'dark' | 'light' {
  return useMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light';
}

/** Returns whether nothing may move by itself. */
export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)');
}

function useMedia(condition: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(condition).matches);
  useEffect(() => {
    const query = matchMedia(condition);
    const follow = () => setMatches(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [condition]);
  return matches;
}
