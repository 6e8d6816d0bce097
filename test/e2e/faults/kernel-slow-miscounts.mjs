// Counts one solution too many in every subproblem. It announces each one, then waits a second.
import { writeSync } from 'node:fs';
import { wrapKernels } from './kernel.mjs';

const never = new Int32Array(new SharedArrayBuffer(4));

wrapKernels((count) => (...args) => {
  writeSync(2, 'counting wrong\n');
  Atomics.wait(never, 0, 0, 1000);
  return count(...args) + 1n;
});
