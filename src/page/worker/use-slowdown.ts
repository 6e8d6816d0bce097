import { useEffect, useState } from 'preact/hooks';
import { calibrate } from '../../core/count/calibrate.js';
import { formatSeconds } from '../../core/text/durations.js';
import { fetchKernel } from './fetch-kernel.js';
import { createWebWorkerExecutor } from './web-worker-executor.js';

const MILLISECONDS = 600;

/**
 * Measures the speed of this browser's threads once, as soon as that is allowed.
 *
 * @param isAllowed whether the view is shown and nothing is being counted.
 * @returns a thread's time divided by that of a thread on the reference machine; undefined until it is known; NaN if
 *   the browser cannot count. A count then shows why.
 */
export function useSlowdown(isAllowed: boolean, threads: number): number | undefined {
  const [slowdown, setSlowdown] = useState<number>();
  const isMissing = isAllowed && slowdown === undefined;
  useEffect(() => {
    if (!isMissing) return;
    const stop = new AbortController();
    fetchKernel('meet')
      .then((modules) => createWebWorkerExecutor(threads, modules, () => {}))
      .then((executor) => calibrate(executor, { algorithm: 'meet', milliseconds: MILLISECONDS }, stop.signal))
      .then(({ cost, elapsed }) => setSlowdown(elapsed / cost))
      .catch(() => stop.signal.aborted || setSlowdown(Number.NaN));
    return () => stop.abort();
  }, [isMissing]);
  return slowdown;
}

/** Describes how long a count will take here. The time is rounded to two digits, because a forecast is not exact. */
export function describeForecast(seconds: number): string {
  if (Number.isNaN(seconds)) return 'time unknown';
  return seconds < 1 ? 'less than a second here' : `about ${formatSeconds(Number(seconds.toPrecision(2)))} here`;
}
