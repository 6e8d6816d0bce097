import type { MeetBoard } from '../meet/board.js';

/**
 * A subproblem, which is the unit of work for a kernel.
 *
 * It is a small, self-contained value, so a kernel needs nothing else to count it. Subproblems are independent, so they
 * may be counted in any order, on any machine, and more than once.
 */
export type Subproblem = BitmaskSubproblem | MeetSubproblem;

interface SubproblemBase {
  /** Stable name, unique in the plan, without spaces, commas or quotes. */
  readonly id: string;
  /** Board size: n queens on n x n cells. */
  readonly n: number;
  /** Number of solutions, at least 1, that each counted solution stands for by symmetry. */
  readonly weight: number;
  /** Estimated milliseconds on one thread of the reference machine, a 2.4 GHz server from 2026; more than 0. */
  readonly cost: number;
}

/** All solutions with the queens of `prefix` in the first rows. The kernel completes the board by backtracking. */
export interface BitmaskSubproblem extends SubproblemBase {
  readonly algorithm: 'bitmask';
  /** Columns (0-based) of the queens in the first rows, which do not attack each other. May be empty. */
  readonly prefix: readonly number[];
}

/** All counted solutions of a board. */
export interface MeetSubproblem extends SubproblemBase, MeetBoard {
  readonly algorithm: 'meet';
  /** Always 1, because the kernel applies the weights, which can differ between the solutions of a subproblem. */
  readonly weight: 1;
}

/** The algorithms, each with a plan and a kernel. */
export const ALGORITHMS = ['bitmask', 'meet'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/**
 * The kernels of an algorithm: `fast` in WebAssembly, and `reference` in TypeScript. `meet` also has `wide`, which is
 * faster on engines that compute with 256 bits at a time.
 */
export const KERNEL_KINDS = ['fast', 'wide', 'reference'] as const;
export type KernelKind = (typeof KERNEL_KINDS)[number];
