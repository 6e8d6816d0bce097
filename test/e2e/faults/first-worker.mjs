// Calls `fault` once, in the tenth subproblem of the first worker thread.
import { isMainThread, threadId } from 'node:worker_threads';
import { wrapKernels } from './kernel.mjs';

export function onceInFirstWorker(fault) {
  if (isMainThread || threadId !== 1) return;
  let subproblems = 0;
  wrapKernels((count) => (...args) => {
    if (++subproblems === 10) fault();
    return count(...args);
  });
}
