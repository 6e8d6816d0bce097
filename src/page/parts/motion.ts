import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Maximum time between two frames, in seconds. A longer time counts as this much, so a hidden page, which gets no
 * frames, does not jump when it is shown.
 */
const MAX_FRAME_SECONDS = 0.25;

/**
 * Calls `onFrame` before each repaint while something plays.
 *
 * @param playing what is playing; falsy if nothing is. A new value restarts the time.
 * @param onFrame receives the seconds since the start and since the last call.
 */
export function useFrames(playing: unknown, onFrame: (elapsed: number, passed: number) => void): void {
  const latest = useRef(onFrame);
  latest.current = onFrame;
  useLayoutEffect(() => {
    if (!playing) return;
    let elapsed = 0;
    let before = performance.now();
    let request = requestAnimationFrame(draw);
    function draw(): void {
      const now = performance.now();
      request = requestAnimationFrame(draw);
      const passed = Math.min(MAX_FRAME_SECONDS, (now - before) / 1000);
      before = now;
      elapsed += passed;
      latest.current(elapsed, passed);
    }
    return () => cancelAnimationFrame(request);
  }, [playing]);
}

export function prefersNoMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
