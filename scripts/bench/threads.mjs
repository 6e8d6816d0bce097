// One thread to all of them.

import { compare } from './compare.mjs';
import { ALL_THREADS, queensPar } from './entrants.mjs';

/** All numbers of threads on a small machine; on a large one 1, 2, 4 and so on, and all. */
function threadCounts() {
  if (ALL_THREADS <= 8) return Array.from({ length: ALL_THREADS }, (_, i) => i + 1);
  const powers = Array.from({ length: Math.floor(Math.log2(ALL_THREADS)) + 1 }, (_, i) => 2 ** i);
  return [...new Set([...powers, ALL_THREADS])];
}

/**
 * Wall-clock times of both algorithms by number of threads, on the largest board that one thread of each counts within
 * `patience`.
 *
 * @param boards the figures of whole processes.
 */
export function measureThreads(boards, options) {
  return ['auto', 'bitmask'].map((algorithm) => {
    const { name } = queensPar(1, algorithm);
    const affordable = boards.filter(({ entrant, wall }) => entrant === name && wall <= options.patience);
    const n = Math.max(...affordable.map(({ n }) => n));
    const racing = threadCounts().map((threads) => ({ threads, entrant: queensPar(threads, algorithm) }));
    const { figures } = compare(
      racing.map(({ entrant }) => entrant),
      { ...options, sizes: [n] },
    );
    const times = racing.map(({ threads, entrant }) => ({
      threads,
      ...figures.find((row) => row.entrant === entrant.name),
    }));
    return { what: name.replace(', 1 thread', ''), n, times };
  });
}
