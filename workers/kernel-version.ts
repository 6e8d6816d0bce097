import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { programVersion } from './program-version.js';

const KERNELS = ['bitmask', 'meet'] as const;

/**
 * Returns the program's version and the first twelve hex digits of a SHA-256 hash of its WebAssembly kernels. Only
 * machines with the same kernel version can share a run.
 */
export function kernelVersion(): string {
  const require = createRequire(import.meta.url);
  const hash = createHash('sha256');
  for (const name of KERNELS) hash.update(readFileSync(require.resolve(`#built/${name}.wasm`)));
  return `${programVersion()}+${hash.digest('hex').slice(0, 12)}`;
}
