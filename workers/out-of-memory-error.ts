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

/** The scarce resource and a remedy, by failure code. */
const SHORT_OF: readonly (readonly [resource: string, help: (needed: number) => string])[] = [
  ['nothing', () => 'anything'],
  ['bytes for its lists', (needed) => `more memory (${Math.ceil(needed / 2 ** 20)} MB or more)`],
  ['places in a list of keys', () => 'longer lists (MOST_KEYS in layout.ts)'],
];

/** The failure code if the system refuses memory. */
const REFUSED = 3;

/** Makes the error for a subproblem, from the failure that the kernel recorded. */
export function outOfMemory(kernel: Shortage, { id }: MeetSubproblem): OutOfMemoryError {
  const needed = kernel.needed();
  if (kernel.failure() === REFUSED) {
    const megabytes = Math.ceil(needed / 2 ** 20);
    return new OutOfMemoryError(
      `the system refuses ${megabytes} MB of memory for subproblem ${id}: allow less (--memory)`,
    );
  }
  const [resource, help] = SHORT_OF[kernel.failure()] ?? [];
  return new OutOfMemoryError(
    `subproblem ${id} needs ${needed} ${resource}, but there are only ${kernel.had()}; allow it ${help?.(needed)}`,
  );
}
