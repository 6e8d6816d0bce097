import { LedgerFileError } from '../errors/errors.js';
import type { PartialCount } from '../plan/partial-count.js';
import { type LedgerHeader, ledgerHeader } from './header.js';
import { endOfText, readEntry, seedOf } from './line.js';
import { beginsAsLedger } from './schema.js';

const LINE_END = 0x0a;

/**
 * Reads the first line.
 *
 * @param file how errors name the file.
 * @throws LedgerFileError
 */
export function readHeader(bytes: Buffer, file: string): LedgerHeader {
  const end = bytes.indexOf(LINE_END);
  if (!beginsAsLedger(bytes)) {
    throw new LedgerFileError(`${file} is no ledger file of queens-par`);
  }
  const textEnd = end < 0 ? undefined : endOfText(bytes, 0, end);
  if (textEnd === undefined) {
    throw new LedgerFileError(`${file}: line 1 is damaged, which says what was counted: the file is of no use`);
  }
  const header = ledgerHeader.safeParse(parseJson(bytes.toString('latin1', 0, textEnd)));
  if (header.success) return header.data;
  const reason = header.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  throw new LedgerFileError(`${file}: this version of the program cannot read line 1 (${reason})`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no header, says the schema
  }
}

/** What is to be done with the lines of a file, in order. Lines count from 1; the header is the first. */
export interface LineReceiver {
  /** A finished subproblem. */
  entry(partial: PartialCount, number: number): void;
  /** A line, not the last, that is not as it was written; from byte `start` to where the next one begins. */
  damaged(number: number, start: number, next: number): void;
}

/**
 * Reads the lines after the first. The last line may be torn (a power cut, a kill, a full disk), which is no error.
 *
 * @returns the number of bytes up to the end of the last whole line.
 * @throws what the receiver throws, and nothing else.
 */
export function readEntries(bytes: Buffer, header: LedgerHeader, receiver: LineReceiver): number {
  return readLines(bytes, header, receiver, { start: bytes.indexOf(LINE_END) + 1, number: 2 });
}

/**
 * Reads lines of entries from the middle of a file. The last one may be torn, or still being written.
 *
 * @param from the byte at which they begin, and the number of the first one.
 * @returns the number of bytes up to the end of the last whole line.
 * @throws what the receiver throws, and nothing else.
 */
export function readLines(
  bytes: Buffer,
  { planHash }: LedgerHeader,
  receiver: LineReceiver,
  from: { readonly start: number; readonly number: number },
): number {
  const seed = seedOf(planHash);
  let { start, number } = from;
  for (; start < bytes.length; number++) {
    const end = bytes.indexOf(LINE_END, start);
    const partial = end < 0 ? undefined : readEntry(bytes, start, end, seed);
    if (partial) receiver.entry(partial, number);
    else if (end < 0 || end === bytes.length - 1) return start;
    else receiver.damaged(number, start, end + 1);
    start = end + 1;
  }
  return start;
}
