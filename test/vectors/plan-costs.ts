/**
 * CPU seconds of meet plans, by n and the plan's threads, measured on one thread of a busy server (2026-11-26). Only
 * ratios matter. Plans for one thread are the same as for two.
 */
export const PLAN_COSTS: readonly (readonly [n: number, threads: number, seconds: number])[] = [
  [16, 2, 0.066],
  [16, 16, 0.132],
  [16, 64, 0.184],
  [17, 2, 0.201],
  [17, 16, 0.277],
  [17, 64, 0.456],
  [18, 2, 1.3],
  [18, 16, 1.81],
  [18, 64, 2.28],
  [19, 2, 8.01],
  [19, 16, 9.44],
  [19, 64, 12],
  [20, 2, 66],
  [20, 64, 70.9],
];
