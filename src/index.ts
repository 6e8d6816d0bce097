// src/index.ts is the library. It exports everything that a program can import from 'queens-par'.

import { explainUnsupportedNode } from './node/package/node-version.js';

export type { Agreement } from './core/board/known-counts.js';
export type { CountResult } from './core/count/count-task.js';
export {
  type BadLines,
  LedgerFileError,
  type LedgerFileProblem,
  MemoryLimitError,
  OperationalError,
  OutOfMemoryError,
  UsageError,
} from './core/errors/errors.js';
export { ImpossibleCountError } from './core/plan/partial-count.js';
export type { Algorithm, KernelKind } from './core/plan/subproblem.js';
export { ConflictError } from './core/results/results.js';
export type { Progress } from './core/runs/progress.js';
export { solutions } from './core/textbook/bitmask.js';
export { type CountOptions, count } from './node/count/count.js';

const refusal = explainUnsupportedNode(process.versions.node);
if (refusal) throw new Error(refusal);
