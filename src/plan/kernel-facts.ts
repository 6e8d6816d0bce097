import { UsageError } from '../errors/errors.js';
import type { Algorithm, KernelKind } from './subproblem.js';

/** A kernel, as plans and forecasts see it. workers/kernels.ts has its code. */
interface KernelFacts {
  /** Expected time relative to the fast kernel, if nothing was measured. Costs are those of the fast kernel. */
  readonly slowdown: number;
  /** Board size for measuring this machine. It gives a steady rate, with subproblems of about 10 ms. */
  readonly sampleBoard: number;
}

/**
 * The kernels of each algorithm. A kernel may exist for one algorithm only. The readable kernel takes 2 to 4 times as long for
 * `bitmask`, and 500 to 2,800 times as long for `meet` (n = 14 to 20, 2026-11-24).
 */
const FACTS: Readonly<Record<KernelKind, Readonly<Partial<Record<Algorithm, KernelFacts>>>>> = {
  fast: { bitmask: { slowdown: 1, sampleBoard: 15 }, meet: { slowdown: 1, sampleBoard: 17 } },
  readable: { bitmask: { slowdown: 2, sampleBoard: 13 }, meet: { slowdown: 1000, sampleBoard: 14 } },
};

/** Returns the facts of a kernel. @throws UsageError if the algorithm has no such kernel. */
export function kernelFacts(algorithm: Algorithm, kernel: KernelKind): KernelFacts {
  const facts = FACTS[kernel][algorithm];
  if (!facts) throw new UsageError(`${algorithm} has no kernel ${kernel}`);
  return facts;
}
