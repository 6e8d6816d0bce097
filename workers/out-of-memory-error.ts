import type { MeetSubproblem } from '../src/plan/subproblem.js';

/** A subproblem needs more memory than it may take. Subproblems with more split columns need less. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';
}

/** Bytes that a WebAssembly memory can have, less a page: so the number of them fits 32 bits. */
export const MOST_MEMORY = 2 ** 32 - 2 ** 16;

/** The meet kernel's report of a failure; workers/assembly/meet/failure.ts has the codes. */
export interface Shortage {
  failure(): number;
  needed(): number;
  had(): number;
}

/** By failure code, what there was not enough of, and what would help. */
const SHORT_OF: readonly (readonly [what: string, help: (needed: number) => string])[] = [
  ['nothing', () => 'anything'],
  ['bytes for its lists', (needed) => `more memory (${Math.ceil(needed / 2 ** 20)} MB or more)`],
  ['keys in a list', () => 'longer lists'],
  ['bytes that the system grants', () => 'less memory'],
];

/** The error for a subproblem whose kernel has just failed. */
export function outOfMemory(kernel: Shortage, { id }: MeetSubproblem): OutOfMemoryError {
  const [what, help] = SHORT_OF[kernel.failure()] ?? [];
  const needed = kernel.needed();
  return new OutOfMemoryError(
    `subproblem ${id} asks for ${needed} ${what}, but there are only ${kernel.had()}; allow it ${help?.(needed)}`,
  );
}
