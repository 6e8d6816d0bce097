/**
 * CPU seconds of plans of meet, by n and the threads of the plan, on one thread of a busy server (2026-11-22). Only ratios
 * matter. Plans for one thread are the same as for two.
 */
export const PLAN_COSTS: readonly (readonly [n: number, threads: number, seconds: number])[] = [
  [16, 2, 0.0631],
  [16, 16, 0.104],
  [16, 64, 0.145],
  [17, 2, 0.194],
  [17, 16, 0.259],
  [17, 64, 0.4],
  [18, 2, 1.28],
  [18, 16, 1.74],
  [18, 64, 2.16],
  [19, 2, 7.22],
  [19, 16, 7.76],
  [19, 64, 9.44],
  [20, 2, 58],
  [20, 16, 60.2],
  [20, 64, 64.5],
  [21, 2, 368],
  [21, 16, 368],
  [21, 64, 362],
];
