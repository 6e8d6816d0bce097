import type { KernelModules } from '../../../workers/kernels.js';
import type { Algorithm } from '../../plan/subproblem.js';

/** Fetches and compiles the modules that `algorithm` needs, from beside the page. */
export async function fetchKernel(algorithm: Algorithm): Promise<KernelModules> {
  if (algorithm === 'bitmask') return { bitmask: await compile('bitmask') };
  const [banded, plain] = await Promise.all([compile('meet-banded'), compile('meet-plain')]);
  return { meet: { banded, plain } };
}

async function compile(name: string): Promise<WebAssembly.Module> {
  const response = await fetch(new URL(`${name}.wasm`, document.baseURI));
  if (!response.ok) throw new Error(`${name}.wasm cannot be fetched: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
