/**
 * CPU seconds that plans of meet take, by n and the threads that they are cut for, on one thread of a server that has other
 * work: their ratios matter. Written by `node scripts/bench/busy.mjs --write`.
 */
export const PLAN_COSTS: readonly (readonly [n: number, threads: number, seconds: number])[] = [
  [16, 1, 0.139],
  [16, 2, 0.139],
  [16, 16, 0.252],
  [16, 64, 0.303],
  [17, 1, 0.486],
  [17, 2, 0.486],
  [17, 16, 0.698],
  [17, 64, 0.858],
  [18, 1, 3.05],
  [18, 2, 3.05],
  [18, 16, 3.87],
  [18, 64, 4.8],
  [19, 1, 24.9],
  [19, 2, 24],
  [19, 16, 25.8],
  [19, 64, 27.9],
  [20, 1, 181],
  [20, 2, 179],
  [20, 16, 179],
  [20, 64, 179],
  [21, 1, 955],
  [21, 2, 958],
  [21, 16, 963],
  [21, 64, 969],
];
