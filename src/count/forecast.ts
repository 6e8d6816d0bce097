import { compileKernel } from '../../workers/compile-kernel.js';
import type { KernelKind } from '../../workers/kernels.js';
import type { Executor } from '../executors/executor.js';
import { inlineExecutor } from '../executors/inline.js';
import { poolExecutor } from '../executors/pool.js';
import { busyThreads, choosePlan } from '../plan/choose-plan.js';
import { largestCost, type Share } from '../plan/plan.js';
import type { Algorithm, Subproblem } from '../plan/subproblem.js';
import type { ThreadChoice } from '../plan/threads.js';

/** The boards that are counted to measure this machine: large enough for a steady rate, in pieces of some 10 ms. */
const SAMPLE_BOARD: Readonly<Record<Algorithm, Readonly<Record<KernelKind, number>>>> = {
  bitmask: { fast: 15, readable: 13 },
  meet: { fast: 17, readable: 14 },
};
const SAMPLE_THREADS = 16;

/** How long to measure, and how long to wait before that: the engine compiles the kernel for speed meanwhile. */
const CALIBRATION_MS = 1000;
const WARM_UP_MS = 250;

/** Bytes that the program takes, and that each thread takes besides its subproblem (Node 20 on Linux, 2026-11-21). */
const PROGRAM_BYTES = 60 * 2 ** 20;
const THREAD_BYTES = 10 * 2 ** 20;

/** Bytes of a ledger file's first line, and of another line besides the id: count, work, time and checksum. */
const LEDGER_HEADER_BYTES = 250;
const LEDGER_LINE_BYTES = 42;

/** The machine that counts. */
export interface Machine {
  /** Worker threads, from 1. */
  readonly threads: number;
  readonly kernel: KernelKind;
}

/**
 * How many seconds one of the machine's threads takes for a unit of cost, while the others are as busy as it is:
 * measured now, on a small board. Takes a second or so.
 *
 * @throws the signal's reason if it was stopped.
 */
export async function calibrate(
  algorithm: Algorithm,
  { threads, kernel }: Machine,
  signal?: AbortSignal,
): Promise<number> {
  const sample = choosePlan(SAMPLE_BOARD[algorithm][kernel], { algorithm, threads: SAMPLE_THREADS }).subproblems;
  const modules = compileKernel(algorithm, kernel);
  const executor: Executor = threads > 1 ? poolExecutor({ threads, modules }) : inlineExecutor(modules);
  let start = Number.NaN; // when the first subproblem was counted: threads take time to start
  let cost = 0;
  let milliseconds = 0;
  const elapsed = () => performance.now() - start;
  function* overAndOver(): Generator<Subproblem> {
    while (cost === 0 || elapsed() < CALIBRATION_MS) yield* sample;
  }
  try {
    await executor.run(
      overAndOver(),
      (subproblem, partial) => {
        if (Number.isNaN(start)) start = performance.now();
        if (elapsed() < WARM_UP_MS) return;
        cost += subproblem.cost;
        milliseconds += partial.milliseconds;
      },
      signal,
    );
  } finally {
    await executor.close();
  }
  return milliseconds / 1000 / cost;
}

/** Seconds that they will take on these threads, each at `secondsPerCost`: at least as long as the largest. */
export function forecastSeconds(share: Share, choice: ThreadChoice, secondsPerCost: number): number {
  return secondsPerCost * Math.max(share.cost / busyThreads(share, choice), largestCost(share));
}

/** Memory that counting takes, in bytes. */
export interface MemoryForecast {
  /** The most that one machine takes. */
  readonly machine: number;
  /** The most that each of its threads takes. */
  readonly thread: number;
}

/** The most memory that it takes to count them on one machine with these threads. */
export function forecastMemory(share: Share, choice: ThreadChoice): MemoryForecast {
  let most = 0;
  for (const subproblem of share.subproblems) {
    if (subproblem.algorithm === 'meet') most = Math.max(most, subproblem.memory);
  }
  const thread = THREAD_BYTES + most;
  return { machine: PROGRAM_BYTES + busyThreads(share, choice) * thread, thread };
}

/** How large a checkpoint of them will be, in bytes. */
export function forecastLedger({ subproblems }: Share): number {
  let bytes = LEDGER_HEADER_BYTES;
  for (const { id } of subproblems) bytes += id.length + LEDGER_LINE_BYTES;
  return bytes;
}
