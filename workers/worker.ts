import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { Subproblem } from '../src/plan/subproblem.js';
import { type Answer, answer, type KernelModules, makeKernel } from './kernels.js';

/** The data of a thread when it starts. */
export interface ThreadData {
  readonly modules: KernelModules;
  /** Whether the thread reports each subproblem when it begins it. */
  readonly isWatched: boolean;
}

/** The message of a watched thread when it begins a subproblem. */
export interface ThreadStart {
  readonly thread: number;
  /** Id of the subproblem. */
  readonly started: string;
}

const { modules, isWatched }: ThreadData = workerData;
const count = makeKernel(modules);

/**
 * Entry point of a piscina worker thread: counts a subproblem. The compiled modules come with the thread's data, and memory
 * is reused from one subproblem to the next.
 */
export default function countSubproblem(subproblem: Subproblem): Answer {
  if (isWatched) parentPort?.postMessage({ thread: threadId, started: subproblem.id } satisfies ThreadStart);
  return answer(count, subproblem);
}
