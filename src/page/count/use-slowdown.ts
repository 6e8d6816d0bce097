import { useEffect, useState } from 'preact/hooks';
import { formatSeconds } from '../../core/text/durations.js';
import { measureSlowdown } from './speed.js';

/**
 * Measures the speed of this browser once, as soon as that is allowed.
 *
 * @param isAllowed whether the view is shown and nothing is being counted.
 * @returns the result of `measureSlowdown`; undefined until it is known; NaN if the browser cannot count.
 */
export function useSlowdown(isAllowed: boolean, threads: number): number | undefined {
  const [slowdown, setSlowdown] = useState<number>();
  const isMissing = isAllowed && slowdown === undefined;
  useEffect(() => {
    if (!isMissing) return;
    const stop = new AbortController();
    measureSlowdown(threads, stop.signal).then(setSlowdown, () => {
      if (!stop.signal.aborted) setSlowdown(Number.NaN); // a count will say why
    });
    return () => stop.abort();
  }, [isMissing]);
  return slowdown;
}

/** Says how long a count will take here, with two digits, because a forecast is not exact. */
export function describeForecast(seconds: number): string {
  if (Number.isNaN(seconds)) return 'time unknown';
  return seconds < 1 ? 'less than a second here' : `about ${formatSeconds(Number(seconds.toPrecision(2)))} here`;
}
