import { masksOf } from '../src/core/board/masks.js';
import type { Tally } from '../src/core/plan/partial-count.js';
import type { BitmaskSubproblem } from '../src/core/plan/subproblem.js';
import { createInstance, createRefusedMemoryError } from './instance.js';

interface BitmaskExports {
  readonly memory: WebAssembly.Memory;
  count(n: number, columns: number, falling: number, rising: number): bigint;
  work(): bigint;
}

/** Memory of the kernel, in bytes. */
const MEMORY = 3 * 2 ** 16;

/**
 * Creates the fast bitmask kernel from its compiled module. The kernel returns the same tallies as
 * bitmask-reference.ts. It throws OutOfMemoryError if the system has refused its memory.
 */
export function createBitmaskKernel(module: WebAssembly.Module): (subproblem: BitmaskSubproblem) => Tally {
  // TypeScript does not know the exports of a WebAssembly module, so BitmaskExports repeats their declarations.
  const kernel = createInstance(module).exports as unknown as BitmaskExports;
  return ({ n, prefix }) => {
    if (kernel.memory.buffer.byteLength < MEMORY) throw createRefusedMemoryError(MEMORY);
    const { columns, falling, rising } = masksOf(prefix);
    const count = Number(kernel.count(n, columns, falling, rising)); // checkPartialCount rejects counts above 2^53
    return { count, work: Number(kernel.work()) };
  };
}
