import { UsageError } from '../errors/errors.js';
import type { Algorithm, KernelKind } from './subproblem.js';

/** A kernel, as plans and forecasts see it. workers/kernels.ts has its code. */
interface KernelFacts {
  /** Expected time relative to the fast kernel, if nothing was measured. Costs are those of the fast kernel. */
  readonly slowdown: number;
  /**
   * The plan for measuring this machine, by its board and threads. Its subproblems take 4 ms or more: a thread with shorter
   * ones waits between them rather than in them, so they would not show that other programs take the processor.
   */
  readonly sample: { readonly n: number; readonly threads: number };
}

/**
 * The kernels of each algorithm. A kernel may exist for one algorithm only. The readable kernel takes 2 to 4 times as long for
 * `bitmask`, and 500 to 2,800 times as long for `meet` (n = 14 to 20, 2026-11-24).
 */
const FACTS: Readonly<Record<KernelKind, Readonly<Partial<Record<Algorithm, KernelFacts>>>>> = {
  fast: {
    bitmask: { slowdown: 1, sample: { n: 15, threads: 1 } },
    meet: { slowdown: 1, sample: { n: 17, threads: 16 } },
  },
  readable: {
    bitmask: { slowdown: 2, sample: { n: 15, threads: 1 } },
    meet: { slowdown: 1000, sample: { n: 14, threads: 1 } },
  },
};

/** Returns the facts of a kernel. @throws UsageError if the algorithm has no such kernel. */
export function kernelFacts(algorithm: Algorithm, kernel: KernelKind): KernelFacts {
  const facts = FACTS[kernel][algorithm];
  if (!facts) throw new UsageError(`${algorithm} has no kernel ${kernel}`);
  return facts;
}
