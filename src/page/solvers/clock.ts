/** Seconds to look for other programs, and the fraction of this time that they may take on a quiet computer. */
const LOOK_SECONDS = 0.05;
const MAX_LOST_FRACTION = 0.1;

/** Minimum jump of the clock that other programs cause, in seconds. The clock's own steps are up to a millisecond. */
const MIN_JUMP = 0.0025;

export const clock = () => performance.now() / 1000;

/** Returns whether other programs take processor time from this thread, which makes the clock jump. */
export function isBusy(): boolean {
  let lost = 0;
  let before = clock();
  for (const end = before + LOOK_SECONDS; before < end; ) {
    const now = clock();
    if (now - before > MIN_JUMP) lost += now - before;
    before = now;
  }
  return lost > MAX_LOST_FRACTION * LOOK_SECONDS;
}
