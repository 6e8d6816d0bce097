// A worker that dies in the ways and as often as its workerData says, and otherwise counts as the project's own does.
import { workerData } from 'node:worker_threads';
import countSubproblem from '#built/worker.cjs';

const left = new Int32Array(workerData.deaths);

const WAYS = {
  throw() {
    throw new Error('thrown on purpose');
  },
  exit() {
    process.exit(3);
  },
};

export default function mortal(subproblem) {
  if (workerData.victim === undefined || workerData.victim === subproblem.id) {
    if (Atomics.sub(left, 0, 1) > 0) WAYS[workerData.way]();
  }
  return countSubproblem(subproblem);
}
