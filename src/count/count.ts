import type { KernelKind } from '../../workers/kernels.js';
import { type Agreement, compareWithKnown } from '../board/known-counts.js';
import { resolveThreads } from '../executors/threads.js';
import { type Ledger, sum, type Total } from '../ledger/ledger.js';
import type { Plan } from '../plan/plan.js';
import type { Algorithm } from '../plan/subproblem.js';
import { Run } from '../runs/run.js';
import { type CountOptions, checkCountOptions } from './count-options.js';
import { type ExecutionOptions, fillLedger, type LocalFilling } from './fill-ledger.js';
import { openCount } from './open-count.js';

/** A finished count. */
export interface CountResult {
  readonly n: number;
  /** All solutions: OEIS A000170. */
  readonly count: bigint;
  readonly algorithm: Algorithm;
  readonly kernel: KernelKind;
  /**
   * Threads that counted: 1 (the calling thread) if more would have been slower, or nothing was left to count. In a
   * cluster: the threads of all workers at the end.
   */
  readonly threads: number;
  readonly subproblems: number;
  /** Number of subproblems that the checkpoint already had. */
  readonly resumed: number;
  /** Weighted sum of the work counters. For `bitmask`: the queens placed below all prefixes, including mirror images. */
  readonly work: bigint;
  /** Wall-clock time. */
  readonly seconds: number;
  readonly planHash: string;
  /** Result of comparing `count` with the published value. */
  readonly agreement: Agreement;
}

/**
 * Counts the ways to place n queens on an n x n board so that none attacks another.
 *
 *     arguments -> plan -> subproblems -> kernel -> partial counts -> sum
 *
 * @param n board size, from 0 to 32. The time grows about seven- to eightfold from one n to the next.
 * @throws UsageError for arguments that cannot be used; ImpossibleCountError, ConflictError, WorkerDeathError or
 *   OutOfMemoryError if the count cannot be trusted or finished; LedgerFileError for a damaged checkpoint, or one that
 *   cannot be written; the signal's reason if it was stopped.
 */
export async function count(n: number, countOptions: CountOptions = {}): Promise<CountResult> {
  checkCountOptions(countOptions);
  const { checkpoint, ...given } = countOptions;
  const options = { ...given, ...resolveThreads(given.threads) };
  const { plan, ledger, close } = await openCount({ n, options }, checkpoint);
  try {
    return await countPlan(plan, ledger, options);
  } finally {
    await close();
  }
}

/** Counts the subproblems of a plan that are not in its ledger: the second half of `count`, for callers that have a plan. */
export async function countPlan(plan: Plan, ledger: Ledger, options: ExecutionOptions = {}): Promise<CountResult> {
  const filling = await fillLedger(new Run(plan, ledger, options), options);
  return resultOf(plan, sum(plan, ledger), filling);
}

/** Makes the result of a plan whose ledger is complete. */
export function resultOf(plan: Plan, { count, work }: Total, filling: LocalFilling): CountResult {
  const { kernel, threads, resumed, seconds } = filling;
  return {
    n: plan.n,
    count,
    algorithm: plan.algorithm,
    kernel,
    threads,
    subproblems: plan.subproblems.length,
    resumed,
    work,
    seconds,
    get planHash() {
      return plan.hash;
    },
    agreement: compareWithKnown(plan.n, count),
  };
}
