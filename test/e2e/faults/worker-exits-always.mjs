import { isMainThread } from 'node:worker_threads';
import { wrapKernels } from './kernel.mjs';

if (!isMainThread) wrapKernels(() => () => process.exit(9));
