// Sends a signal to the process while it counts its third subproblem.
import { wrapKernels } from './kernel.mjs';

let subproblems = 0;

wrapKernels((count) => (...args) => {
  if (++subproblems === 3) process.kill(process.pid, process.env.SIGNAL);
  return count(...args);
});
