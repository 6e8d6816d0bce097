/** A ledger file that cannot be read, trusted or written. The message names the file, and the line where it is one. */
export class LedgerFileError extends Error {
  override readonly name = 'LedgerFileError';
}
