/** The files of the package that counting needs: its WebAssembly kernels, and its manifest. (In a browser: src/page.) */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Algorithm } from '../src/plan/subproblem.js';
import type { KernelKind, KernelModules } from './kernels.js';

// Resolved through package.json, because the sources (under test) and the built files stand at different depths.
const require = createRequire(import.meta.url);

/** Reads and compiles the modules that `algorithm` needs; none for the readable kernel. */
export function compileKernel(algorithm: Algorithm, kind: KernelKind): KernelModules {
  if (kind === 'readable') return {};
  if (algorithm === 'bitmask') return { bitmask: compile('bitmask') };
  return { meet: { plain: compile('meet-plain'), wide: compile('meet-wide') } };
}

function compile(name: string): WebAssembly.Module {
  return new WebAssembly.Module(readKernel(name));
}

function readKernel(name: string): Buffer<ArrayBuffer> {
  return readFileSync(require.resolve(`#built/${name}.wasm`));
}

/** The version in package.json. */
export function programVersion(): string {
  const manifest: { readonly version: string } = require('queens-par/package.json');
  return manifest.version;
}

/**
 * What this program counts with: its version, and twelve hex digits of the SHA-256 of its WebAssembly kernels. Two
 * machines count for one run only if this is the same.
 */
export function kernelVersion(): string {
  const hash = createHash('sha256');
  for (const name of ['bitmask', 'meet-plain', 'meet-wide']) hash.update(readKernel(name));
  return `${programVersion()}+${hash.digest('hex').slice(0, 12)}`;
}
