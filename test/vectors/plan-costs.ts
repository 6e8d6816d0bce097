/**
 * CPU seconds that plans of meet take, by n and the threads that they are cut for, on one thread of a server that has other
 * work: their ratios matter. Written by `node scripts/bench/busy.mjs --write`.
 */
export const PLAN_COSTS: readonly (readonly [n: number, threads: number, seconds: number])[] = [
  [16, 1, 0.0737],
  [16, 2, 0.0737],
  [16, 16, 0.127],
  [16, 64, 0.185],
  [17, 1, 0.231],
  [17, 2, 0.231],
  [17, 16, 0.312],
  [17, 64, 0.49],
  [18, 1, 1.5],
  [18, 2, 1.5],
  [18, 16, 2.03],
  [18, 64, 2.6],
  [19, 1, 8.73],
  [19, 2, 8.73],
  [19, 16, 10.2],
  [19, 64, 13.9],
  [20, 1, 74.2],
  [20, 2, 74.2],
  [20, 16, 77.4],
  [20, 64, 89.8],
  [21, 1, 481],
  [21, 2, 481],
  [21, 16, 481],
  [21, 64, 475],
];
