/**
 * CPU seconds of plans of meet, by n and the threads of the plan, on one thread of a busy server (2026-11-25). Only ratios
 * matter. Plans for one thread are the same as for two.
 */
export const PLAN_COSTS: readonly (readonly [n: number, threads: number, seconds: number])[] = [
  [16, 2, 0.0839],
  [16, 16, 0.149],
  [16, 64, 0.213],
  [17, 2, 0.261],
  [17, 16, 0.338],
  [17, 64, 0.535],
  [18, 2, 1.57],
  [18, 16, 2.26],
  [18, 64, 2.64],
  [19, 2, 9.89],
  [19, 16, 10.5],
  [19, 64, 13],
  [20, 2, 81.7],
  [20, 64, 89.6],
];
