// Counts every subproblem twice, as a machine at half the speed would.
import { wrapKernels } from './kernel.mjs';

wrapKernels((count) => (...args) => {
  count(...args);
  return count(...args);
});
