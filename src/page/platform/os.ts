/** What the page has instead of `node:os`: the part of it that counting needs. The bundle puts it in its place. */

/** How many threads this machine runs at a time. */
export function availableParallelism(): number {
  return navigator.hardwareConcurrency;
}
