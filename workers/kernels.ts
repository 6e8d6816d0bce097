// workers contains the kernels, and the code of the threads that run them (worker.ts). A subproblem goes in, and a
// partial count comes out. assembly/ contains the fast kernels, in AssemblyScript; bitmask.ts and meet.ts call them;
// the files *-reference.ts implement the same algorithms in plain TypeScript. A kernel knows about boards and plans,
// but not about runs, files or threads. This file lists the kernels of both algorithms; all have one function type.

import { OutOfMemoryError } from '../src/core/errors/errors.js';
import type { KernelReply } from '../src/core/executors/executor.js';
import type { PartialCount, Tally } from '../src/core/plan/partial-count.js';
import type {
  Algorithm,
  BitmaskSubproblem,
  KernelKind,
  MeetSubproblem,
  Subproblem,
} from '../src/core/plan/subproblem.js';
import { createBitmaskKernel } from './bitmask.js';
import { referenceBitmaskKernel } from './bitmask-reference.js';
import { createMeetKernel } from './meet.js';
import { referenceMeetKernel } from './meet-reference.js';

/** A function that counts a subproblem. It is pure and single-threaded. */
export type Kernel = (subproblem: Subproblem) => PartialCount;

type Counter<Kind extends Subproblem> = (subproblem: Kind) => Tally;

/** A kernel's code: a function, or a module (dist/workers/`wasm`.wasm) from which `make` creates the function. */
type Code<Kind extends Subproblem> =
  | { readonly count: Counter<Kind>; readonly wasm?: undefined }
  | { readonly wasm: string; readonly make: (module: WebAssembly.Module, memory?: number) => Counter<Kind> };

const KERNELS: {
  readonly bitmask: Readonly<Record<KernelKind, Code<BitmaskSubproblem>>>;
  readonly meet: Readonly<Record<KernelKind, Code<MeetSubproblem>>>;
} = {
  bitmask: {
    fast: { wasm: 'bitmask', make: createBitmaskKernel },
    wide: { wasm: 'bitmask', make: createBitmaskKernel }, // bitmask has no wide kernel
    reference: { count: referenceBitmaskKernel },
  },
  meet: {
    fast: { wasm: 'meet', make: createMeetKernel },
    wide: { wasm: 'meet-wide', make: createMeetKernel },
    reference: { count: referenceMeetKernel },
  },
};

/**
 * Expected times of the kernels relative to the fast kernels, for which costs are estimated. Used where nothing has
 * been measured. The reference kernel takes 9 to 19 times as long for `bitmask`, and 120 to 2,500 times as long for
 * `meet` (n = 14 to 28, 2026-11-26). The wide kernel takes 5 to 17% less time (n = 18 to 24, 2026-11-27).
 */
export const KERNEL_SLOWDOWNS: Readonly<Record<KernelKind, Readonly<Record<Algorithm, number>>>> = {
  fast: { bitmask: 1, meet: 1 },
  wide: { bitmask: 1, meet: 0.9 },
  reference: { bitmask: 13, meet: 1000 },
};

/** The kind of kernel to use, and its compiled modules, which a process compiles once and passes to its threads. */
export interface KernelModules extends Readonly<Partial<Record<Algorithm, WebAssembly.Module>>> {
  readonly kind: KernelKind;
  /** Memory limit of a compiled `meet` kernel, in bytes. By default 256 MB, which suits browsers. */
  readonly memory?: number | undefined;
}

/** Returns the name of a kernel's module, without `.wasm`; undefined if it needs none. */
export function findWasm(algorithm: Algorithm, kind: KernelKind): string | undefined {
  return KERNELS[algorithm][kind].wasm;
}

/** Creates a kernel for both algorithms. The kernel throws if the module for a subproblem's algorithm is missing. */
export function createKernel({ kind, memory, bitmask, meet }: KernelModules): Kernel {
  const countBitmask = createCounter(KERNELS.bitmask[kind], bitmask);
  const countMeet = createCounter(KERNELS.meet[kind], meet, memory);
  return addTimes((subproblem) =>
    subproblem.algorithm === 'bitmask' ? countBitmask(subproblem) : countMeet(subproblem),
  );
}

function createCounter<Kind extends Subproblem>(
  code: Code<Kind>,
  module?: WebAssembly.Module,
  memory?: number,
): Counter<Kind> {
  if (code.wasm === undefined) return code.count;
  if (module) return code.make(module, memory);
  return ({ id }) => {
    throw new Error(`there is no compiled kernel for subproblem ${id}`);
  };
}

/** Counts a subproblem. Turns an OutOfMemoryError into a reply and rethrows any other error. */
export function replyTo(subproblem: Subproblem, count: Kernel): KernelReply {
  try {
    return count(subproblem);
  } catch (error) {
    if (error instanceof OutOfMemoryError) return { outOfMemory: error.message, needed: error.needed };
    throw error;
  }
}

/**
 * Turns a counting function into a kernel by adding the subproblem's id and the times to each tally. If the clock shows
 * a time before 1970, the end is 0, because ledgers contain no negative numbers.
 */
function addTimes(count: (subproblem: Subproblem) => Tally): Kernel {
  return (subproblem) => {
    const start = performance.now();
    const tally = count(subproblem);
    return { id: subproblem.id, ...tally, milliseconds: performance.now() - start, ended: Math.max(0, Date.now()) };
  };
}
