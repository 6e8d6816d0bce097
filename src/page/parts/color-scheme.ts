import { useEffect, useState } from 'preact/hooks';

/** Whether the page is dark or light, for what is drawn in colours of its own and must be drawn again. */
export function useColorScheme(): 'dark' | 'light' {
  const [isDark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => setDark(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return isDark ? 'dark' : 'light';
}
