import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Maximum time between two frames, in seconds. A longer one counts as this much, so a hidden page, which has no frames,
 * does not jump when it is shown.
 */
const MAX_FRAME_SECONDS = 0.25;

/**
 * Calls `onFrame` before each repaint while something plays. @param onFrame receives the seconds since the last call.
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
      latest.current(Math.min(MAX_FRAME_SECONDS, (now - before) / 1000));
      before = now;
    }
    return () => cancelAnimationFrame(request);
  }, [isPlaying]);
}
