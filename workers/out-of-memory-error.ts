import type { MeetSubproblem } from '../src/plan/subproblem.js';

/** An error for a subproblem that needs more memory than it is allowed, even if its fillings are divided. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';
}

/** The largest memory of a WebAssembly module, in bytes. One page is left out, so that the number fits in 32 bits. */
export const MOST_MEMORY = 2 ** 32 - 2 ** 16;

/** The exports of the meet kernel that describe a failure; workers/assembly/meet/failure.ts has the codes. */
export interface Shortage {
  failure(): number;
  needed(): number;
  had(): number;
}

/** The failure code of lists of keys that are too long. Memory does not help. */
const KEYS = 2;

/** Makes the error for a subproblem, from the failure that the kernel recorded. */
export function outOfMemory(kernel: Shortage, { id }: MeetSubproblem): OutOfMemoryError {
  const [needed, had] = [kernel.needed(), kernel.had()];
  if (kernel.failure() === KEYS)
    return new OutOfMemoryError(`subproblem ${id} has a list of ${needed} keys, but the kernel has room for ${had}`);
  const megabytes = Math.ceil(needed / 2 ** 20);
  return new OutOfMemoryError(
    `subproblem ${id} needs ${needed} bytes of memory, but its thread has ${had}: set memory to ${megabytes} MB or more`,
  );
}

/** Makes the error for a thread to which the system refuses even this many bytes, less than any subproblem needs. */
export function memoryRefused(bytes: number): OutOfMemoryError {
  const megabytes = Math.ceil(bytes / 2 ** 20);
  return new OutOfMemoryError(
    `the system refuses a thread ${megabytes} MB of memory: use fewer threads, or free memory`,
  );
}
