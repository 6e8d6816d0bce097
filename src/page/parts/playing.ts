import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Longest time between two frames that counts, in seconds. A hidden page has no frames, and must not jump when it is
 * shown.
 */
const LONGEST = 0.25;

/**
 * Calls `onFrame` before each drawing of the browser while something plays. @param onFrame receives the seconds since
 * the last.
 */
export function useFrames(isPlaying: boolean, onFrame: (seconds: number) => void): void {
  const latest = useRef(onFrame);
  latest.current = onFrame;
  useLayoutEffect(() => {
    if (!isPlaying) return;
    let before = performance.now();
    let request = requestAnimationFrame(draw);
    function draw(): void {
      const now = performance.now();
      request = requestAnimationFrame(draw);
      latest.current(Math.min(LONGEST, (now - before) / 1000));
      before = now;
    }
    return () => cancelAnimationFrame(request);
  }, [isPlaying]);
}
