/** Seconds that a check for other programs lasts, and the fraction of them that may be lost on a quiet computer. */
const LOOK_SECONDS = 0.05;
const MAX_LOST_FRACTION = 0.1;

/** Shortest jump of an exact clock, in seconds, that is blamed on other programs. */
const MIN_JUMP = 0.0025;

export const clock = () => performance.now() / 1000;

/**
 * Returns the clock's step in seconds, the median of three measurements. Most browsers have steps of up to a
 * millisecond; those that prevent fingerprinting have steps of 16.7 or 100 ms.
 */
export function measureStep(): number {
  const changes = [0, 0, 0, 0].map(waitForChange);
  const steps = changes.slice(1).map((change, i) => change - (changes[i] ?? 0));
  return steps.sort((a, b) => a - b)[1] ?? 0;
}

function waitForChange(): number {
  const before = clock();
  let now = before;
  while (now === before) now = clock();
  return now;
}

/**
 * Returns whether other programs take processor time from this thread, which makes the clock jump.
 *
 * @param step the clock's step, in seconds. Jumps of two steps are normal.
 */
export function isBusy(step: number): boolean {
  const minJump = Math.max(MIN_JUMP, 2.1 * step);
  let lost = 0;
  let before = clock();
  for (const end = before + LOOK_SECONDS; before < end; ) {
    const now = clock();
    if (now - before > minJump) lost += now - before;
    before = now;
  }
  return lost > MAX_LOST_FRACTION * LOOK_SECONDS;
}
