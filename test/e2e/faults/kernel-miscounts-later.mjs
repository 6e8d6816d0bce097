// Miscounts boards that are larger than those of a worker's check.
import { wrapKernels } from './kernel.mjs';

wrapKernels(
  (count) =>
    (n, ...rest) =>
      n > 8 ? count(n, ...rest) + 1n : count(n, ...rest),
);
