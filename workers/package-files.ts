/** The files of the package that a count needs: its WebAssembly kernels, and its manifest. (In a browser: src/page.) */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Algorithm } from '../src/plan/subproblem.js';
import type { KernelKind, KernelModules } from './kernels.js';

// Resolved through package.json, because the sources (under test) and the built files stand at different depths.
const require = createRequire(import.meta.url);

/** The path of a file in dist/workers. */
export function builtFile(name: string): string {
  return require.resolve(`#built/${name}`);
}

/** Reads and compiles the modules that `algorithm` needs; none for the readable kernel. */
export function compileKernel(algorithm: Algorithm, kind: KernelKind): KernelModules {
  if (kind === 'readable') return {};
  if (algorithm === 'bitmask') return { bitmask: compile('bitmask') };
  return { meet: { plain: compile('meet-plain'), wide: compile('meet-wide') } };
}

function compile(name: string): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(builtFile(`${name}.wasm`)));
}

/** The version in package.json. */
export function programVersion(): string {
  const manifest: { readonly version: string } = require('queens-par/package.json');
  return manifest.version;
}
