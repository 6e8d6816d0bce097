// A worker thread that dies as many times as its workerData says, and otherwise counts like workers/worker.ts. It is a
// CommonJS module, like the real one, because Node.js 20 aborts the whole process if a thread is ended while it loads
// an ES module by require(), as piscina does (2 of 18 runs of the tests at load 20, 2026-11-27).
const { workerData } = require('node:worker_threads');
const countSubproblem = require('../../../dist/workers/worker.cjs');

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

module.exports = function mortal(subproblem) {
  if (options.victim === undefined || options.victim === subproblem.id) {
    if (Atomics.sub(left, 0, 1) > 0) WAYS[options.way]();
  }
  return countSubproblem(subproblem);
};
