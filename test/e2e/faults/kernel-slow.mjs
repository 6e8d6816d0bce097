// Every subproblem takes 25 ms longer: time for something to happen in the middle of a small count.
import { wrapKernels } from './kernel.mjs';

const never = new Int32Array(new SharedArrayBuffer(4));

wrapKernels((count) => (...args) => {
  Atomics.wait(never, 0, 0, 25);
  return count(...args);
});
