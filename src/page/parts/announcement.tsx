import { useEffect, useRef, useState } from 'preact/hooks';

/** Milliseconds that a screen reader is given for what it is reading. */
const PAUSE = 2000;

/**
 * Text that a screen reader reads when it changes, not more often than it can: of what comes faster, the latest.
 * Those who see the page see the same elsewhere.
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
