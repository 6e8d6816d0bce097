import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { programVersion } from './program-version.js';

const KERNELS = ['bitmask', 'meet'] as const;

/**
 * Returns the program's version and twelve hex digits of the SHA-256 of its WebAssembly kernels. Only machines with equal
 * kernel versions can share a run.
 */
export function kernelVersion(): string {
  const require = createRequire(import.meta.url);
  const hash = createHash('sha256');
  for (const name of KERNELS) hash.update(readFileSync(require.resolve(`#built/${name}.wasm`)));
  return `${programVersion()}+${hash.digest('hex').slice(0, 12)}`;
}
