import type { KernelKind } from '../../workers/kernels.js';
import { type Agreement, compareWithKnown } from '../board/known-counts.js';
import { resolveThreads } from '../executors/threads.js';
import { type Ledger, sum, type Total } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { choosePlan } from '../plan/choose-plan.js';
import type { Plan } from '../plan/plan.js';
import type { Algorithm } from '../plan/subproblem.js';
import { type CountOptions, checkCountOptions } from './count-options.js';
import { type ExecutionOptions, fillLedger, type LocalFilling } from './fill-ledger.js';

/** A finished count. */
export interface CountResult {
  readonly n: number;
  /** All solutions: OEIS A000170. */
  readonly count: bigint;
  readonly algorithm: Algorithm;
  readonly kernel: KernelKind;
  /**
   * Threads that counted: 1 (the calling thread) where starting more would have taken longer, or nothing was left to
   * count. Of a run of a cluster, the threads of its workers at the end.
   */
  readonly threads: number;
  readonly subproblems: number;
  /** Of these, how many the checkpoint already held. */
  readonly resumed: number;
  /** Weighted sum of the work counters; for `bitmask` the queens placed below the prefixes, mirrored ones included. */
  readonly work: bigint;
  /** Wall clock. */
  readonly seconds: number;
  readonly planHash: string;
  /** How `count` compares with the published value. Only compared, after the count. */
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
  if (checkpoint === undefined) return countPlan(choosePlan(n, options), options);
  const { openLedger } = await import('../ledger/open.js'); // it loads the system's locks, which takes 15 ms
  const { plan, ledger } = await openLedger(checkpoint, { n, options });
  try {
    return await countPlan(plan, options, ledger);
  } finally {
    ledger.close();
  }
}

/**
 * Counts the subproblems of a plan: the second half of `count`, for callers that look at the plan first.
 *
 * @param ledger what it holds already is not counted again.
 */
export async function countPlan(
  plan: Plan,
  options: ExecutionOptions = {},
  ledger: Ledger = new MemoryLedger(plan.subproblems),
): Promise<CountResult> {
  const filling = await fillLedger(plan, ledger, options);
  return resultOf(plan, sum(plan, ledger), filling);
}

/** The result of a plan whose ledger is full: what it adds up to, and how it was filled. */
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
