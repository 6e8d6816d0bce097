/**
 * The names of the solvers, in the order in which docs/solvers.md explains them. They are in a separate file, so the
 * command line can list them without loading the solvers.
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
