/** The schema that this program writes, and the only one that it reads. */
export const SCHEMA = 'queens-par/ledger/1';

/** How every ledger file begins, whatever its schema's number. */
const BEGINNING = '{"schema":"queens-par/ledger/';

/** Whether the bytes begin as a ledger file does, as far as they go. */
export function beginsAsLedger(bytes: Buffer): boolean {
  return BEGINNING.startsWith(bytes.toString('latin1', 0, BEGINNING.length));
}

/**
 * Whether a file was torn in its first line, or never begun: nothing is lost by beginning it anew. Any other file,
 * one that somebody named by mistake, must not be written to.
 */
export function isUnbegun(bytes: Buffer): boolean {
  return beginsAsLedger(bytes) && !bytes.includes('\n');
}
