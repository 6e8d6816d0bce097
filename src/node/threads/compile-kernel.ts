import { readFileSync } from 'node:fs';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { findWasm, type KernelModules } from '../../../workers/kernels.js';
import { hasSimd } from '../../../workers/simd.js';
import { OperationalError, UsageError } from '../../core/errors/errors.js';
import type { Algorithm, KernelKind } from '../../core/plan/subproblem.js';
import { crc32 } from '../../core/text/crc32.js';
import { builtFile, programVersion } from '../package/package.js';

/**
 * Reads and compiles a kernel's module, if it needs one. (The page has its own code for this.)
 *
 * Caching the machine code would save a tenth of the CPU time at n = 16 (2026-11-23), but V8 offers only
 * `%SerializeWasmModule`, which is meant for its own tests.
 *
 * @param memory memory limit of each kernel created from the module, in bytes; see `KernelModules`.
 * @throws UsageError if this Node.js or this processor cannot run the kernel; OperationalError if the module's file
 *   is damaged.
 */
export function compileKernel(algorithm: Algorithm, kind: KernelKind, memory?: number): KernelModules {
  const wasm = findWasm(algorithm, kind);
  if (wasm === undefined) return { kind };
  const module = compiled.get(wasm) ?? compile(readModule(wasm));
  compiled.set(wasm, module);
  return { kind, memory, [algorithm]: module };
}

/** The compiled modules by name. Threads reuse them, so the wide kernel runs the machine code that was checked. */
const compiled = new Map<string, WebAssembly.Module>();

function compile(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  const lack = findLack();
  if (lack) throw new UsageError(`${lack}, so only the reference kernel works here`);
  return new WebAssembly.Module(bytes);
}

/** Returns what this machine lacks for the fast kernels; undefined if it lacks nothing. */
export function findLack(): string | undefined {
  if (typeof WebAssembly === 'undefined') return 'this Node.js has no WebAssembly (--jitless)';
  return hasSimd() ? undefined : 'this processor has no SIMD (SSE4.1)';
}

/**
 * Returns the version of the kernels: the program's version and the first twelve hex digits of a SHA-256 hash of the
 * WebAssembly kernels. Only machines with the same version can share a run, whichever kernel each machine uses.
 *
 * @throws OperationalError if a kernel is damaged.
 */
export function kernelVersion(): string {
  const hash = sha256.create();
  for (const name of ['bitmask', 'meet', 'meet-wide']) hash.update(readModule(name));
  return `${programVersion()}+${bytesToHex(hash.digest()).slice(0, 12)}`;
}

/**
 * Reads the module `name`.wasm and checks the CRC-32 in its last four bytes, because a damaged kernel could count
 * wrongly.
 *
 * @throws OperationalError if the file is damaged.
 */
export function readModule(name: string): Uint8Array<ArrayBuffer> {
  const file = builtFile(`workers/${name}.wasm`);
  const bytes = readFileSync(file);
  const end = bytes.length - 4;
  if (end > 0 && crc32(bytes.subarray(0, end)) === bytes.readUInt32LE(end)) return bytes;
  throw new OperationalError(`${file} is damaged; reinstall queens-par`);
}
