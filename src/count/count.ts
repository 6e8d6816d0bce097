import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compileKernel } from '../../workers/compile-kernel.js';
import { type Agreement, compareWithKnown } from '../board/known-counts.js';
import type { Executor, OnStart } from '../executors/executor.js';
import { inlineExecutor } from '../executors/inline.js';
import { resolveThreads } from '../executors/threads.js';
import type { LedgerRequest } from '../ledger/header.js';
import { type Ledger, remainingOf, sum, type Total } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import type { OpenOptions } from '../ledger/open.js';
import { choosePlanInSteps } from '../plan/choose-plan.js';
import type { Steps } from '../plan/meet-plan.js';
import type { Plan, Share, ThreadChoice } from '../plan/plan.js';
import type { Algorithm, KernelKind } from '../plan/subproblem.js';
import { workerThreads } from '../plan/thread-count.js';
import { Run } from '../runs/run.js';
import { type CountOptions, checkCountOptions } from './count-options.js';
import { type CountFigures, countUnfinished, type WatchOptions } from './count-unfinished.js';

/** A finished count. */
export interface CountResult extends CountFigures {
  readonly n: number;
  /** Number of all solutions (OEIS A000170). */
  readonly count: bigint;
  readonly algorithm: Algorithm;
  readonly kernel: KernelKind;
  readonly subproblems: number;
  /** Weighted sum of the work counters. For `bitmask`, the queens placed after all prefixes, including mirror images. */
  readonly work: bigint;
  readonly planHash: string;
  /** Result of comparing `count` with the published value. */
  readonly agreement: Agreement;
}

/**
 * Expected slowdown of each kernel relative to the fast kernel, if nothing was measured. The readable kernel takes 2 to
 * 4 times as long for `bitmask`, and 500 to 2,800 times as long for `meet` (n = 14 to 20, 2026-11-24).
 */
export const REFERENCE_SLOWDOWN = { fast: { bitmask: 1, meet: 1 }, readable: { bitmask: 2, meet: 1000 } } as const;

/** Options of a count on this machine: threads, kernel, progress, and a signal to stop. Every field has a default. */
export interface ExecutionOptions extends WatchOptions, ThreadChoice {
  /** The measured speed of a thread, from `calibrate`. Without it, the time left is unknown until a subproblem is finished. */
  readonly slowdown?: number | undefined;
  /** `fast` (WebAssembly, the default) or `readable` (the reference in TypeScript, for checking the fast kernel). */
  readonly kernel?: KernelKind | undefined;
  /** Called with a message if some worker threads do not start. By default, Node.js prints it as a warning. */
  readonly warn?: ((message: string) => void) | undefined;
}

/**
 * Counts the ways to place n non-attacking queens on an n x n board.
 *
 *     arguments -> plan -> subproblems -> kernel -> partial counts -> sum
 *
 * @param n board size, from 0 to 32. From one n to the next, the time grows about eightfold with `bitmask`, and five- to
 *   twentyfold with `meet`.
 * @throws UsageError for invalid arguments; ImpossibleCountError, ConflictError, WorkerDeathError or OutOfMemoryError if the
 *   count cannot be trusted or finished; LedgerFileError if the checkpoint is damaged or cannot be written; the signal's
 *   reason after a stop.
 */
export async function count(n: number, countOptions: CountOptions = {}): Promise<CountResult> {
  checkCountOptions(countOptions);
  const { checkpoint, ...given } = countOptions;
  const options = { ...given, ...resolveThreads(given.threads) };
  const file = checkpoint instanceof URL ? fileURLToPath(checkpoint) : checkpoint;
  const { plan, ledger, close } = await openCount({ n, options }, file, { signal: given.signal });
  try {
    return { ...(await countPlan(plan, ledger, options)) }; // copies the hash as a plain value, not as a getter
  } finally {
    await close();
  }
}

/** A plan and the ledger of its finished subproblems. */
export interface OpenCount {
  readonly plan: Plan;
  readonly ledger: Ledger;
  /** Must be called at the end, even after errors. */
  close(): void | Promise<void>;
}

/**
 * Opens the plan and the ledger of a file. Without a file, makes a new plan and a ledger in memory.
 *
 * @throws UsageError, LedgerFileError; the signal's reason if it stops the planning.
 */
export async function openCount(
  request: LedgerRequest,
  file?: string,
  { signal, ...options }: OpenOptions & Pick<WatchOptions, 'signal'> = {},
): Promise<OpenCount> {
  const { n, like, part } = request;
  if (file === undefined) {
    const plan = await inTurns(choosePlanInSteps(n, request.options), signal);
    return { plan, ledger: new MemoryLedger(), close() {} };
  }
  const isWhole = like === undefined && part === undefined;
  const made = isWhole ? await inTurns(choosePlanInSteps(n, request.options), signal) : undefined;
  const { openLedger } = await import('../ledger/open.js'); // loads the package for locks, which takes 15 ms
  const { plan, ledger } = openLedger(file, { ...request, made }, options);
  return { plan, ledger, close: () => ledger.close() };
}

/** Longest time for which a computation blocks the event loop, in milliseconds. */
const LONGEST_BLOCK = 20;

/** Takes the steps of a computation without blocking the event loop. @throws the signal's reason after a stop. */
async function inTurns<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted();
  for (let turn = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - turn < LONGEST_BLOCK) continue;
    await nextTurn();
    signal?.throwIfAborted();
    turn = performance.now();
  }
}

/** Counts the subproblems of a plan that its ledger lacks. This is `count` for callers that already have a plan. */
export async function countPlan(plan: Plan, ledger: Ledger, options: ExecutionOptions = {}): Promise<CountResult> {
  const figures = await fillLedger(new Run(plan, ledger, options), options);
  return resultOf(plan, sum(plan, ledger), options.kernel ?? 'fast', figures);
}

/**
 * Counts the subproblems of a run that its ledger lacks, or some of them. Uses the calling thread or a pool of worker threads,
 * whichever is faster. Throws the same errors as `countUnfinished`.
 */
export async function fillLedger(
  run: Run,
  options: ExecutionOptions = {},
  remaining = remainingOf(run.share, run.ledger),
): Promise<CountFigures> {
  run.setState('counting'); // the time of the run includes the start of the threads
  const executor = await executorFor(run, remaining, options);
  return countUnfinished(run, executor, options, remaining);
}

/** Returns the number of worker threads for a share; 0 for the calling thread. */
export function threadsFor(share: Share, choice: ThreadChoice, kernel: KernelKind = 'fast'): number {
  if (kernel === 'fast') return workerThreads(share, choice);
  // Costs are for the fast kernel. With the readable kernel, a subproblem may take minutes.
  return Math.min(choice.threads ?? 1, share.subproblems.length);
}

async function executorFor(run: Run, remaining: Share, options: ExecutionOptions): Promise<Executor> {
  const modules = compileKernel(remaining.algorithm, options.kernel ?? 'fast');
  const onStart: OnStart = (id, worker) => run.started(id, worker);
  const threads = threadsFor(remaining, options, options.kernel);
  if (threads === 0) return inlineExecutor(modules, onStart);
  const { poolExecutor } = await import('../executors/pool.js'); // loads piscina only if it is needed
  return poolExecutor({ threads, modules, onStart, warn: options.warn });
}

/** Makes the result of a plan whose ledger is complete. */
export function resultOf(plan: Plan, { count, work }: Total, kernel: KernelKind, figures: CountFigures): CountResult {
  const { threads, resumed, seconds } = figures;
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
