import { wrapKernels } from './kernel.mjs';

wrapKernels(
  (count) =>
    (...args) =>
      count(...args) + 1n,
);
