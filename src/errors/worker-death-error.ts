/** A subproblem that no worker thread survives, or threads that do not start. */
export class WorkerDeathError extends Error {
  override readonly name = 'WorkerDeathError';
}
