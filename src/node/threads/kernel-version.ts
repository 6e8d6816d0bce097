import { createHash } from 'node:crypto';
import { findWasm, type KernelModules } from '../../../workers/kernels.js';
import { ALGORITHMS, type KernelKind } from '../../core/plan/subproblem.js';
import { programVersion } from '../package/package.js';
import { compile, readModule } from './compile-kernel.js';

/**
 * Returns the version of the kernels: the program's version and the first twelve hex digits of a SHA-256 hash of the
 * WebAssembly kernels. Only machines with the same version can share a run, whichever of the kernels each of them uses.
 *
 * @throws OperationalError if a kernel is damaged.
 */
export function kernelVersion(): string {
  return hashKernels([...readModules().values()]);
}

/**
 * Compiles the kernels of both algorithms, for a worker. The version is that of the compiled bytes, because the files
 * may change while the worker is counting. Throws the errors of `compileKernel`.
 *
 * @param kind a kind with modules.
 * @param memory memory limit of each kernel, in bytes.
 */
export function compileKernels(
  kind: KernelKind,
  memory: number,
): { readonly modules: KernelModules; readonly version: string } {
  const bytes = readModules();
  const modules = ALGORITHMS.map((name) => [name, compile(name, bytes.get(findWasm(name, kind)) ?? new Uint8Array())]);
  return { modules: { kind, memory, ...Object.fromEntries(modules) }, version: hashKernels([...bytes.values()]) };
}

/** Reads all modules, in a fixed order, by name. */
function readModules(): Map<string | undefined, Uint8Array<ArrayBuffer>> {
  return new Map(['bitmask', 'meet', 'meet-wide'].map((name) => [name, readModule(name)]));
}

function hashKernels(kernels: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const bytes of kernels) hash.update(bytes);
  return `${programVersion()}+${hash.digest('hex').slice(0, 12)}`;
}
