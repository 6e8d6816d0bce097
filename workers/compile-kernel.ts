import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Algorithm } from '../src/plan/subproblem.js';
import type { KernelKind, KernelModules } from './kernels.js';

/** Reads and compiles the modules that `algorithm` needs; none for the readable kernel. (In a browser: src/page.) */
export function compileKernel(algorithm: Algorithm, kind: KernelKind): KernelModules {
  if (kind === 'readable') return {};
  if (algorithm === 'bitmask') return { bitmask: compile('bitmask') };
  return { meet: { plain: compile('meet-plain'), wide: compile('meet-wide') } };
}

function compile(name: string): WebAssembly.Module {
  // Resolved through package.json, because the sources (under test) and the built files stand at different depths.
  const file = createRequire(import.meta.url).resolve(`#built/${name}.wasm`);
  return new WebAssembly.Module(readFileSync(file));
}
