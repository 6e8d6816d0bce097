import { createHash } from 'node:crypto';
import { programVersion } from '../package/package.js';
import { readModule } from './compile-kernel.js';

/**
 * Returns the version of the kernels: the program's version and the first twelve hex digits of a SHA-256 hash of the
 * WebAssembly kernels. Only machines with the same version can share a run, whichever of the kernels each of them uses.
 *
 * @throws OperationalError if a kernel is damaged.
 */
export function kernelVersion(): string {
  const hash = createHash('sha256');
  for (const name of ['bitmask', 'meet', 'meet-wide']) hash.update(readModule(name));
  return `${programVersion()}+${hash.digest('hex').slice(0, 12)}`;
}
