/** A thread: its speed relative to the reference machine's, and the time when it can take its next job. */
interface BusyThread {
  readonly speed: number;
  freeAt: number;
}

/**
 * Simulates threads that take jobs or subproblems in order, each as soon as a thread is free.
 *
 * @param costs cost of each job, in milliseconds on one thread of the reference machine, in the order of the hand-out.
 * @param speeds speed of each thread, relative to the reference machine's.
 * @returns milliseconds until all jobs have ended; Infinity if there are jobs but no threads.
 */
export function simulateHandOut(costs: Iterable<number>, speeds: readonly number[]): number {
  const threads: BusyThread[] = speeds.map((speed) => ({ speed, freeAt: 0 })); // a binary heap, ordered by `freeAt`
  let end = 0;
  for (const cost of costs) {
    const [next] = threads;
    if (!next) return Number.POSITIVE_INFINITY;
    next.freeAt += cost / next.speed;
    end = Math.max(end, next.freeAt);
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = (threads[right]?.freeAt ?? Infinity) < (threads[left]?.freeAt ?? Infinity) ? right : left;
      const earlier = threads[child];
      if (!earlier || earlier.freeAt >= next.freeAt) break;
      threads[at] = earlier;
      threads[child] = next;
      at = child;
    }
  }
  return end;
}
