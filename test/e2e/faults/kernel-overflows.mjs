import { wrapKernels } from './kernel.mjs';

wrapKernels(() => () => 2n ** 53n - 1n);
