import type { KernelModules } from '../../../workers/kernels.js';
import type { Algorithm } from '../../core/plan/subproblem.js';
import { resolveBuiltFile } from '../parts/built-file.js';

/** Fetches the fast kernel of an algorithm, and compiles it. @throws Error if the server does not send it. */
export async function fetchKernel(algorithm: Algorithm): Promise<KernelModules> {
  const response = await fetch(resolveBuiltFile(algorithm));
  if (!response.ok)
    throw new Error(`the kernel ${algorithm} cannot be fetched: ${response.status} ${response.statusText}`);
  return { kind: 'fast', [algorithm]: await WebAssembly.compile(await response.arrayBuffer()) };
}
