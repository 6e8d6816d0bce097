/**
 * CPU seconds that plans of meet take, by n and the threads that they are cut for, on one thread of a server that has other
 * work: their ratios matter. Written by `node scripts/bench/busy.mjs --write`.
 */
export const PLAN_COSTS: readonly (readonly [n: number, threads: number, seconds: number])[] = [
  [16, 1, 0.0945],
  [16, 2, 0.0945],
  [16, 16, 0.154],
  [16, 64, 0.218],
  [17, 1, 0.314],
  [17, 2, 0.314],
  [17, 16, 0.402],
  [17, 64, 0.616],
  [18, 1, 2.06],
  [18, 2, 2.06],
  [18, 16, 2.75],
  [18, 64, 3.39],
  [19, 1, 13.6],
  [19, 2, 13.6],
  [19, 16, 13.6],
  [19, 64, 15.7],
  [20, 1, 110],
  [20, 2, 110],
  [20, 16, 110],
  [20, 64, 115],
  [21, 1, 678],
  [21, 2, 678],
  [21, 16, 678],
  [21, 64, 678],
];
