import type { KernelModules } from '../../../workers/kernels.js';
import type { Algorithm } from '../../core/plan/subproblem.js';
import { resolveBuiltFile } from '../parts/built-file.js';
import { findCountObstacle } from './requirements.js';

/**
 * Fetches and compiles the fast kernel of an algorithm.
 *
 * @throws Error if this browser cannot count or the kernel could not be fetched.
 */
export async function fetchKernel(algorithm: Algorithm): Promise<KernelModules> {
  const obstacle = findCountObstacle();
  if (obstacle) throw new Error(obstacle);
  const response = await fetch(resolveBuiltFile(algorithm));
  if (!response.ok)
    throw new Error(`could not fetch the ${algorithm} kernel: ${response.status} ${response.statusText}`);
  return { kind: 'fast', [algorithm]: await WebAssembly.compile(await response.arrayBuffer()) };
}
