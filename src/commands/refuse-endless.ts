import { UsageError } from '../errors/errors.js';
import { formatCount } from '../text/numbers.js';
import type { SolverName } from '../textbook/solver-names.js';
import { solvers } from '../textbook/solvers.js';

/**
 * Refuses a solver that makes whole boards and looks at each, where there are too many: even its first solution
 * may be far away. Solvers that turn back at a conflict are let through: they show what they do from the start.
 *
 * @throws UsageError with the number of boards.
 */
export function refuseEndless(name: SolverName, n: number): void {
  const { visits, space, largestUnforced } = solvers[name];
  if (visits !== 'board' || n <= largestUnforced) return;
  const boards = `${space.formula(n)} = ${formatCount(space.size(n))} boards`;
  throw new UsageError(`${name} looks at ${boards} for n = ${n}; --force lets it try`);
}
