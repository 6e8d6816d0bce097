import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { Subproblem } from '../src/plan/subproblem.js';
import { type Answer, answer, type KernelModules, makeKernel } from './kernels.js';

/** The data of a thread when it starts. */
export interface ThreadData {
  readonly modules: KernelModules;
  /** Whether the pool wants to be told of every subproblem that is begun. */
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
 * The entry of a piscina worker thread: it receives a subproblem and answers it. The compiled modules come with the
 * thread; memory is reused from one subproblem to the next.
 */
export default function countSubproblem(subproblem: Subproblem): Answer {
  if (isWatched) parentPort?.postMessage({ thread: threadId, started: subproblem.id } satisfies ThreadStart);
  return answer(count, subproblem);
}
