import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { PartialCount } from '../src/plan/partial-count.js';
import type { Subproblem } from '../src/plan/subproblem.js';
import { type KernelModules, makeKernel } from './kernels.js';
import { OutOfMemoryError } from './out-of-memory-error.js';

/** What a worker thread answers: a partial count, or why the subproblem has none. An error would lose its class. */
export type Answer = PartialCount | { readonly outOfMemory: string };

/** What a thread is given when it starts. */
export interface ThreadData {
  readonly modules: KernelModules;
  /** Whether the pool wants to be told of every subproblem that is begun. */
  readonly isWatched: boolean;
}

/** What a watched thread says when it begins a subproblem. */
export interface ThreadStart {
  readonly thread: number;
  /** Id of the subproblem. */
  readonly started: string;
}

const { modules, isWatched }: ThreadData = workerData;
const count = makeKernel(modules);

/**
 * The entry of a piscina worker thread: it receives a subproblem and answers with its partial count. The compiled
 * modules come with the thread; memory is reused from one subproblem to the next.
 */
export default function countSubproblem(subproblem: Subproblem): Answer {
  if (isWatched) parentPort?.postMessage({ thread: threadId, started: subproblem.id } satisfies ThreadStart);
  try {
    return count(subproblem);
  } catch (error) {
    if (error instanceof OutOfMemoryError) return { outOfMemory: error.message };
    throw error;
  }
}
