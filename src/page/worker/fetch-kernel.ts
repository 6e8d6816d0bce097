import type { KernelModules } from '../../../workers/kernels.js';
import type { Algorithm } from '../../core/plan/subproblem.js';
import { resolveBuiltFile } from '../parts/built-file.js';
import { findCountObstacle } from './requirements.js';

const fetched = new Map<Algorithm, Promise<KernelModules>>();

/**
 * Returns the fast kernel of an algorithm. Fetches and compiles it once, but tries again after a failure.
 *
 * @throws Error if this browser cannot count or the kernel could not be fetched.
 */
export function fetchKernel(algorithm: Algorithm): Promise<KernelModules> {
  const earlier = fetched.get(algorithm);
  if (earlier) return earlier;
  const kernel = loadKernel(algorithm);
  fetched.set(algorithm, kernel);
  kernel.catch(() => fetched.delete(algorithm));
  return kernel;
}

async function loadKernel(algorithm: Algorithm): Promise<KernelModules> {
  const obstacle = findCountObstacle();
  if (obstacle) throw new Error(obstacle);
  const response = await fetch(resolveBuiltFile(algorithm));
  if (!response.ok)
    throw new Error(`could not fetch the ${algorithm} kernel: ${response.status} ${response.statusText}`);
  return { kind: 'fast', [algorithm]: await WebAssembly.compile(await response.arrayBuffer()) };
}
