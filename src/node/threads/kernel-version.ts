import { createHash } from 'node:crypto';
import type { KernelModules } from '../../../workers/kernels.js';
import { ALGORITHMS } from '../../core/plan/subproblem.js';
import { programVersion } from '../package/package.js';
import { compile, readModule } from './compile-kernel.js';

/**
 * Returns the version of the kernels: the program's version and the first twelve hex digits of a SHA-256 hash of the
 * WebAssembly kernels. Only machines with the same version can share a run.
 *
 * @throws OperationalError if a kernel is damaged.
 */
export function kernelVersion(): string {
  return hashKernels(ALGORITHMS.map(readModule));
}

/**
 * Compiles both fast kernels, for a worker. The version is that of the compiled bytes, because the files may change
 * while the worker is counting. Throws the errors of `compileKernel`.
 *
 * @param memory memory limit of each kernel, in bytes.
 */
export function compileKernels(memory: number): { readonly modules: KernelModules; readonly version: string } {
  const bytes = ALGORITHMS.map(readModule);
  const modules = ALGORITHMS.map((name, i) => [name, compile(name, bytes[i] ?? new Uint8Array())]);
  return { modules: { kind: 'fast', memory, ...Object.fromEntries(modules) }, version: hashKernels(bytes) };
}

function hashKernels(kernels: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const bytes of kernels) hash.update(bytes);
  return `${programVersion()}+${hash.digest('hex').slice(0, 12)}`;
}
