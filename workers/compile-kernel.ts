import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Algorithm } from '../src/plan/subproblem.js';
import type { KernelKind, KernelModules } from './kernels.js';

/**
 * Reads and compiles the modules that `algorithm` needs; none for the reference. (In a browser: src/page.)
 *
 * Machine code that was kept in a file would save n = 16 14 ms of CPU of 135 with Node.js 20, and 9 of 104 with 24
 * (2026-11-23, medians of 25). But V8 gives and takes it by `%SerializeWasmModule` alone, which it has for its own tests.
 */
export function compileKernel(algorithm: Algorithm, kind: KernelKind): KernelModules {
  if (kind === 'readable') return {};
  if (algorithm === 'bitmask') return { bitmask: compile('bitmask') };
  return { meet: compile('meet') };
}

function compile(name: string): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(builtFile(`${name}.wasm`)));
}

/**
 * The path of a file in dist/workers. Sources (under test), built files and the bundle stand at different depths below
 * package.json, so that is looked for. Node's own way from `#built/...` takes 4 ms of the start (2026-11-22).
 *
 * @throws Error if there is no package.json above this folder.
 */
export function builtFile(name: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return join(folder, 'dist', 'workers', name);
    if (folder === dirname(folder))
      throw new Error(`no package.json above ${import.meta.dirname}: install queens-par again`);
  }
}
