/**
 * The names of the solvers, from the slowest idea to the fastest. Apart from the solvers, so that the command line
 * can offer them without loading them.
 */
export const solverNames = [
  'combinations',
  'columns-product',
  'permutations',
  'full-board',
  'column-array',
  'iterative',
  'diagonal-flags',
  'bit-flags',
  'bitmask',
] as const;

export type SolverName = (typeof solverNames)[number];
