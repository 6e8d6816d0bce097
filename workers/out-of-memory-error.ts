/** An error for a subproblem that needs more memory than it is allowed, even if its fillings are divided. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';
}
