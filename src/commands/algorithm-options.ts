import { UsageError } from '../errors/errors.js';
import { chooseAlgorithm } from '../plan/choose-plan.js';
import type { Algorithm } from '../plan/subproblem.js';
import { options, variableOf } from './options.js';

/** Of what a command line says, that which concerns the algorithm. */
interface AlgorithmArguments {
  readonly n: number;
  readonly algorithm: 'auto' | Algorithm;
  readonly depth?: number | undefined;
  readonly memory?: number | undefined;
}

/**
 * Fills in QUEENS_PAR_DEPTH and QUEENS_PAR_MEMORY. Each is of use to one algorithm, and is left aside where the other
 * one counts: a default that was set once must not make a command fail, nor change which algorithm it takes. A flag
 * that is of no use is an error.
 *
 * @throws UsageError for such a flag, and for an algorithm that cannot count n queens.
 */
export function withAlgorithmDefaults<Arguments extends AlgorithmArguments>(args: Arguments): Arguments {
  refuseUseless(args);
  const depth = fromEnvironment('depth');
  const memory = fromEnvironment('memory');
  if (chooseAlgorithm(args.n, args) === 'meet') return { ...args, memory: args.memory ?? memory };
  return { ...args, depth: args.depth ?? depth };
}

/** As the planner does too; but here they are flags. */
function refuseUseless({ algorithm, depth, memory }: AlgorithmArguments): void {
  if (algorithm === 'meet' && depth !== undefined) {
    throw new UsageError('--depth is for bitmask; meet has --memory instead');
  }
  if (memory !== undefined && (algorithm === 'bitmask' || (algorithm === 'auto' && depth !== undefined))) {
    throw new UsageError('--memory is for meet; bitmask has --depth instead');
  }
}

function fromEnvironment(name: 'depth' | 'memory'): number | undefined {
  const value = process.env[variableOf(name)];
  return value ? options[name].coerce(value) : undefined;
}
