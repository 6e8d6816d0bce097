import type { KernelKind } from '../../workers/kernels.js';
import { type Agreement, compareWithKnown } from '../board/known-counts.js';
import { type Ledger, sum, type Total } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { choosePlan, type PlanOptions } from '../plan/choose-plan.js';
import type { Plan } from '../plan/plan.js';
import type { Algorithm } from '../plan/subproblem.js';
import { type Filling, fillLedger, type RunOptions } from './fill-ledger.js';

/** How to plan and run a count. */
export interface CountOptions extends PlanOptions, RunOptions {
  /**
   * A file to keep what is finished in: a count that finds one of the same n goes on with it, and with its plan. Nobody
   * else may write to it meanwhile. docs/format.md specifies it.
   */
  readonly checkpoint?: string | undefined;
}

/** A finished count. */
export interface CountResult {
  readonly n: number;
  /** All solutions: OEIS A000170. */
  readonly count: bigint;
  readonly algorithm: Algorithm;
  readonly kernel: KernelKind;
  /** Threads that counted: 1 where starting more would have taken longer than the count; 0 where others had counted all. */
  readonly threads: number;
  readonly subproblems: number;
  /** Of these, how many an earlier run had counted. */
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
export async function count(n: number, { checkpoint, ...options }: CountOptions = {}): Promise<CountResult> {
  if (checkpoint === undefined) return countPlan(choosePlan(n, options), options);
  const { openLedger } = await import('../ledger/open.js'); // with the system's locks: only for those who want it
  const { plan, ledger } = await openLedger(checkpoint, { n, options });
  try {
    return await countPlan(plan, options, ledger);
  } finally {
    ledger.close();
  }
}

/**
 * Counts the subproblems of a plan: the second part of `count`, for those who want to see the plan first.
 *
 * @param ledger what it holds already is not counted again.
 */
export async function countPlan(
  plan: Plan,
  options: RunOptions = {},
  ledger: Ledger = new MemoryLedger(plan.subproblems),
): Promise<CountResult> {
  const filling = await fillLedger(plan, ledger, options);
  return resultOf(plan, sum(plan, ledger), filling);
}

/** The result of a plan whose ledger was filled, and adds up to so much. */
export function resultOf(plan: Plan, { count, work }: Total, filling: Filling): CountResult {
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
    planHash: plan.hash,
    agreement: compareWithKnown(plan.n, count),
  };
}
