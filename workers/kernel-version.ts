import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { builtFile, programVersion } from './package-files.js';

const KERNELS = ['bitmask', 'meet-plain', 'meet-wide'] as const;

/**
 * What this program counts with: its version, and twelve hex digits of the SHA-256 of its WebAssembly kernels. Two
 * machines count for one run only if this is the same. (A file apart: most counts do without `node:crypto`.)
 */
export function kernelVersion(): string {
  const hash = createHash('sha256');
  for (const name of KERNELS) hash.update(readFileSync(builtFile(`${name}.wasm`)));
  return `${programVersion()}+${hash.digest('hex').slice(0, 12)}`;
}
