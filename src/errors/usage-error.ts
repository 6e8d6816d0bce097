/** Something the user gave cannot be used. The message says in one line what is wrong and what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
