/**
 * CPU seconds that plans of meet take, by n and the threads that they are cut for, on one thread of a server that has other
 * work: their ratios matter (2026-11-22).
 */
export const PLAN_COSTS: readonly (readonly [n: number, threads: number, seconds: number])[] = [
  [16, 1, 0.0631],
  [16, 2, 0.0631],
  [16, 16, 0.104],
  [16, 64, 0.145],
  [17, 1, 0.194],
  [17, 2, 0.194],
  [17, 16, 0.259],
  [17, 64, 0.4],
  [18, 1, 1.28],
  [18, 2, 1.28],
  [18, 16, 1.74],
  [18, 64, 2.16],
  [19, 1, 7.22],
  [19, 2, 7.22],
  [19, 16, 7.76],
  [19, 64, 9.44],
  [20, 1, 58],
  [20, 2, 58],
  [20, 16, 60.2],
  [20, 64, 64.5],
  [21, 1, 368],
  [21, 2, 368],
  [21, 16, 368],
  [21, 64, 362],
];
