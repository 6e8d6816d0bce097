import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Algorithm, KernelKind } from '../src/plan/subproblem.js';
import type { KernelModules } from './kernels.js';

/**
 * Reads and compiles the module of `algorithm`. Readable kernels need no module. (The page has its own code for this.)
 *
 * A cache of the machine code would save a tenth of the CPU time at n = 16 (2026-11-23). But V8 offers only
 * `%SerializeWasmModule`, which is meant for V8's own tests.
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
 * Returns the path of a file in dist/workers. Searches upwards for package.json, because this module's depth differs
 * between sources (in tests), build and bundle. Node's own resolution of `#built/...` would take 4 ms at startup.
 *
 * @throws Error if the file is not there, for example because another program's bundle contains this module.
 */
export function builtFile(name: string): string {
  // Some bundlers replace import.meta.dirname by undefined.
  let folder: string | undefined = import.meta.dirname;
  while (folder && !existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  const file = join(folder ?? '', 'dist', 'workers', name);
  if (folder && existsSync(file)) return file;
  throw new Error(
    `${file} is missing: queens-par must not be bundled (docs/library.md); a checkout needs npm run build`,
  );
}
