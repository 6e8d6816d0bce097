/**
 * CPU seconds that plans of meet take, by n and the threads that they are cut for, on one thread of a server that has other
 * work: their ratios matter. Written by `node scripts/bench/busy.mjs --write`.
 */
export const PLAN_COSTS: readonly (readonly [n: number, threads: number, seconds: number])[] = [
  [16, 1, 0.111],
  [16, 2, 0.111],
  [16, 16, 0.191],
  [16, 64, 0.293],
  [17, 1, 0.345],
  [17, 2, 0.345],
  [17, 16, 0.502],
  [17, 64, 0.775],
  [18, 1, 2.72],
  [18, 2, 2.72],
  [18, 16, 3.22],
  [18, 64, 4.14],
  [19, 1, 12.5],
  [19, 2, 12.5],
  [19, 16, 17.5],
  [19, 64, 22.2],
  [20, 1, 104],
  [20, 2, 104],
  [20, 16, 107],
  [20, 64, 142],
  [21, 1, 688],
  [21, 2, 688],
  [21, 16, 688],
  [21, 64, 676],
];
