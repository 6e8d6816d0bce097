import type { SolverName } from '../../src/core/textbook/solver-names.js';

/**
 * The work of the textbook solvers for 4, 5, 6, 7 and 8 queens: boards tested or queens placed, and conflict tests. The
 * boards of the first three follow from formulas, the queens from OEIS A319283, and 15,720 tries for 8 queens are well
 * known. The other numbers were counted by this program (2026-11-26). `combinations` would take minutes for 8 queens.
 */
export const SOLVER_WORK: Readonly<Record<SolverName, { nodes: readonly number[]; tests: readonly number[] }>> = {
  combinations: { nodes: [1820, 53_130, 1_947_792, 85_900_584], tests: [2553, 82_775, 3_302_559, 156_345_807] },
  'columns-product': {
    nodes: [256, 3125, 46_656, 823_543, 16_777_216],
    tests: [432, 6321, 109_456, 2_196_627, 50_199_400],
  },
  permutations: { nodes: [24, 120, 720, 5040, 40_320], tests: [58, 362, 2532, 20_266, 181_964] },
  'full-board': { nodes: [16, 53, 152, 551, 2056], tests: [409, 1907, 9212, 43_171, 215_283] },
  'column-array': { nodes: [16, 53, 152, 551, 2056], tests: [84, 405, 2016, 9297, 46_752] },
  iterative: { nodes: [16, 53, 152, 551, 2056], tests: [84, 405, 2016, 9297, 46_752] },
  'diagonal-flags': { nodes: [16, 53, 152, 551, 2056], tests: [60, 220, 894, 3584, 15_720] },
  'bit-flags': { nodes: [16, 53, 152, 551, 2056], tests: [60, 220, 894, 3584, 15_720] },
  bitmask: { nodes: [16, 53, 152, 551, 2056], tests: [15, 44, 149, 512, 1965] },
};
