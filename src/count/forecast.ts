import { compileKernel } from '../../workers/compile-kernel.js';
import type { Executor } from '../executors/executor.js';
import { inlineExecutor } from '../executors/inline.js';
import { cores } from '../executors/machine.js';
import { poolExecutor } from '../executors/pool.js';
import { choosePlan } from '../plan/choose-plan.js';
import { kernelFacts } from '../plan/kernel-facts.js';
import { largestCost, type Share } from '../plan/plan.js';
import type { Algorithm, KernelKind, Subproblem } from '../plan/subproblem.js';
import { threadBytes } from '../plan/thread-count.js';
import { PROGRAM_BYTES } from '../plan/thread-memory.js';
import type { LocalCounting } from './local-counting.js';

const SAMPLE_THREADS = 16;

/** Milliseconds of a measurement, and of the warm-up at its start, in which the engine optimises the kernel. */
const CALIBRATION_MS = 1000;
const WARM_UP_MS = 250;

/** Length of a ledger file's first line, and of each other line without its id, in bytes. */
const LEDGER_HEADER_BYTES = 250;
const LEDGER_LINE_BYTES = 42;

/**
 * Measures the speed of this machine's threads on a small board, while all of them are busy. Takes about a second.
 *
 * @returns the slowdown: the time of a thread divided by the time of a thread of the reference machine.
 * @throws the signal's reason after a stop.
 */
export async function calibrate(
  algorithm: Algorithm,
  { threads, kernel }: { readonly threads: number; readonly kernel: KernelKind },
  signal?: AbortSignal,
): Promise<number> {
  const sample = choosePlan(kernelFacts(algorithm, kernel).sampleBoard, {
    algorithm,
    threads: SAMPLE_THREADS,
  }).subproblems;
  const modules = compileKernel(algorithm, kernel);
  const executor: Executor = threads > 1 ? poolExecutor({ threads, modules }) : inlineExecutor(modules);
  let start = Number.NaN; // the end of the first subproblem, because threads take time to start
  let cost = 0;
  let milliseconds = 0;
  const elapsed = () => performance.now() - start;
  function* repeatSample(): Generator<Subproblem> {
    while (cost === 0 || elapsed() < CALIBRATION_MS) yield* sample;
  }
  try {
    await executor.run(
      repeatSample(),
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
  return milliseconds / cost;
}

/** Returns the number of threads that count at the same time, at most one for each core. */
export function threadsAtOnce({ threads }: Pick<LocalCounting, 'threads'>): number {
  return Math.min(Math.max(1, threads), cores());
}

/** Estimates the seconds to count a share on `threads` threads. The most expensive subproblem sets the minimum. */
export function forecastSeconds(share: Share, threads: number, slowdown: number): number {
  return (slowdown / 1000) * Math.max(share.cost / threads, largestCost(share));
}

/** Estimates upper bounds of the memory of a count, in bytes: for the whole program and for each thread. */
export function forecastMemory({ left, threads, memory, kernel }: LocalCounting) {
  const thread = threadBytes(left, memory, kernel);
  return { machine: PROGRAM_BYTES + Math.max(1, threads) * thread, thread };
}

/** Estimates the size of a share's checkpoint, in bytes. */
export function forecastLedger({ subproblems }: Share): number {
  let bytes = LEDGER_HEADER_BYTES;
  for (const { id } of subproblems) bytes += id.length + LEDGER_LINE_BYTES;
  return bytes;
}
