/** The library: what `import ... from 'queens-par'` gives. The command line is a thin user of it. */

export type { KernelKind } from '../workers/kernels.js';
export { OutOfMemoryError } from '../workers/out-of-memory-error.js';
export { type CountOptions, type CountResult, count } from './count.js';
export { WorkerDeathError } from './executors/worker-death-error.js';
export type { Agreement } from './known-counts.js';
export { ConflictError } from './ledger/ledger.js';
export { LedgerFileError } from './ledger/ledger-file-error.js';
export { ImpossibleCountError } from './plan/partial-count.js';
export type { Algorithm } from './plan/subproblem.js';
export type { Progress } from './progress.js';
export { solutions } from './solutions.js';
export { UsageError } from './usage-error.js';
