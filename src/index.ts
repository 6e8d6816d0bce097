/** The library's public API, imported from 'queens-par'. */
import { explainUnsupportedNode } from './package/node-version.js';

export type { Agreement } from './board/known-counts.js';
export { type CountOptions, count } from './count/count.js';
export type { CountResult } from './count/count-result.js';
export {
  LedgerFileError,
  type LedgerFileProblem,
  OperationalError,
  OutOfMemoryError,
  UsageError,
} from './errors/errors.js';
export { ConflictError } from './ledger/results.js';
export { ImpossibleCountError } from './plan/partial-count.js';
export type { Algorithm, KernelKind } from './plan/subproblem.js';
export type { Progress } from './runs/progress.js';
export { solutions } from './textbook/bitmask.js';

const refusal = explainUnsupportedNode(process.versions.node);
if (refusal) throw new Error(refusal);
