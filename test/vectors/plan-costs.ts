/**
 * CPU seconds that plans of meet take, by n and the threads that they are cut for, on one thread of a server that has other
 * work: their ratios matter. Written by `node scripts/bench/busy.mjs --write`.
 */
export const PLAN_COSTS: readonly (readonly [n: number, threads: number, seconds: number])[] = [
  [16, 1, 0.0983],
  [16, 2, 0.0983],
  [16, 16, 0.163],
  [16, 64, 0.246],
  [17, 1, 0.334],
  [17, 2, 0.334],
  [17, 16, 0.422],
  [17, 64, 0.675],
  [18, 1, 2.14],
  [18, 2, 2.14],
  [18, 16, 2.82],
  [18, 64, 3.55],
  [19, 1, 15.1],
  [19, 2, 15],
  [19, 16, 14.1],
  [19, 64, 15.5],
  [20, 1, 132],
  [20, 2, 131],
  [20, 16, 130],
  [20, 64, 130],
  [21, 1, 597],
  [21, 2, 610],
  [21, 16, 607],
  [21, 64, 610],
];
