// A worker that dies in the ways and as often as its workerData says, and otherwise counts as the project's own does.
import { workerData } from 'node:worker_threads';
import countSubproblem from '#built/worker.cjs';

const { modules: plan } = workerData; // what the pool was given as modules says how to die as well
const left = new Int32Array(plan.deaths);

const WAYS = {
  throw() {
    throw new Error('thrown on purpose');
  },
  exit() {
    process.exit(3);
  },
};

export default function mortal(subproblem) {
  if (plan.victim === undefined || plan.victim === subproblem.id) {
    if (Atomics.sub(left, 0, 1) > 0) WAYS[plan.way]();
  }
  return countSubproblem(subproblem);
}
