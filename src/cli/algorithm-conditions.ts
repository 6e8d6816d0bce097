import { chooseAlgorithm } from '../plan/choose-plan.js';
import type { Algorithm } from '../plan/subproblem.js';

/** The arguments that choose the algorithm. */
interface Choosing {
  readonly n: number;
  readonly algorithm: 'auto' | Algorithm;
  readonly depth?: number | undefined;
  readonly memory?: number | undefined;
}

/*
 * --depth and --memory are each of use to one algorithm. On the command line they choose it too; in the environment they
 * do not, and are ignored where the other one counts.
 */

export const depthIsForBitmask = {
  option: 'depth',
  holds: ({ algorithm }: Choosing) => algorithm !== 'meet',
  holdsForDefault: ({ n, algorithm }: Choosing, { memory }: Partial<Choosing>) =>
    chooseAlgorithm(n, { algorithm, memory }) === 'bitmask',
  otherwise: '--depth is for bitmask; meet has --memory instead',
} as const;

export const memoryIsForMeet = {
  option: 'memory',
  holds: ({ algorithm, depth }: Choosing) => algorithm === 'meet' || (algorithm === 'auto' && depth === undefined),
  holdsForDefault: ({ n, algorithm }: Choosing, { depth }: Partial<Choosing>) =>
    chooseAlgorithm(n, { algorithm, depth }) === 'meet',
  otherwise: '--memory is for meet; bitmask has --depth instead',
} as const;
