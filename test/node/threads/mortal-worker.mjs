// A worker thread that dies as many times as its workerData says, and otherwise counts like workers/worker.ts.
import { workerData } from 'node:worker_threads';
import countSubproblem from '../../../dist/workers/worker.cjs';

const { modules: options } = workerData; // the test adds its options to the modules
const left = new Int32Array(options.deaths);

const WAYS = {
  throw() {
    throw new Error('thrown on purpose');
  },
  exit() {
    process.exit(3);
  },
};

export default function mortal(subproblem) {
  if (options.victim === undefined || options.victim === subproblem.id) {
    if (Atomics.sub(left, 0, 1) > 0) WAYS[options.way]();
  }
  return countSubproblem(subproblem);
}
