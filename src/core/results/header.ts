import { LedgerFileError, UsageError } from '../errors/errors.js';
import { describeDifferences, type ExpectedPlan } from '../plan/plan-mismatch.js';
import { escaped } from '../text/quoted.js';
import { addChecksum, decodeLatin1, verifyChecksum } from './line.js';
import type { PlanHeader } from './results.js';

/** The schema of ledger files, the only one that this program reads. */
export const SCHEMA = 'queens-par/ledger/3';

/** The line ending of ledger files. */
export const LF = 10;

/** The beginning of every ledger file, in every schema. */
export const LEDGER_BEGINNING = '{"schema":"queens-par/ledger/';

/** Maximum size of a ledger file, in bytes. The largest plan, for 28 queens, takes 46 MB. */
const MAX_BYTES = 2 ** 28;

/** Checks the size of a file before it is read. @throws LedgerFileError if the file is too large for a ledger. */
export function assertSize(file: string, bytes: number): void {
  if (bytes > MAX_BYTES) throw createUnusableError(`${file} is too large for a ledger file (over 256 MB)`);
}

function createUnusableError(message: string): LedgerFileError {
  return new LedgerFileError(message, { code: 'unusable' });
}

/** The first line of a ledger file, which identifies the plan. docs/format.md specifies the fields. */
export interface LedgerHeader extends PlanHeader {
  readonly schema: typeof SCHEMA;
  readonly program: string;
  readonly node: string;
}

export function formatHeader(header: LedgerHeader): string {
  return addChecksum(JSON.stringify(header));
}

/** Returns the name of a source of results for messages. */
export function nameSource(source: string): string {
  return source === '-' ? 'standard input' : source;
}

/**
 * Reads the header of a ledger file.
 *
 * @param bytes contents of the file, at least up to the end of the first line.
 * @param source name of the file, or `-` for standard input, for error messages.
 * @throws LedgerFileError if the file is not a ledger file of this schema or was converted, or if line 1 is damaged.
 */
export function parseHeader(bytes: Uint8Array, source: string): LedgerHeader {
  const file = nameSource(source);
  if (bytes.length === 0) throw createUnusableError(`${file} is empty`);
  const end = bytes.indexOf(LF);
  const text = decodeLatin1(bytes.subarray(0, end + 1 || undefined));
  const beginning = LEDGER_BEGINNING.startsWith(text.slice(0, LEDGER_BEGINNING.length)) ? '' : describeBeginning(text);
  if (beginning !== '') throw createUnusableError(`${file} ${beginning}`);
  if (/\r\n?$/.test(text)) throw createUnusableError(`${file}: its line endings were changed. Change them back to LF`);
  if (end < 0) {
    const problem = 'line 1 is incomplete, and there are no other lines. Remove the file to start again';
    throw new LedgerFileError(`${file}: ${problem}`, { code: 'damaged' });
  }
  const json = verifyChecksum(text.slice(0, end));
  if (json === undefined) {
    const message = `${file}: line 1, which describes the count, is damaged`;
    throw new LedgerFileError(message, { code: 'damaged', isFirstLineBad: true });
  }
  try {
    const header: LedgerHeader = JSON.parse(json);
    const { schema }: { schema: unknown } = header;
    if (typeof schema === 'string' && schema !== SCHEMA) {
      const schemas = `${escaped(schema)}, not ${SCHEMA}`;
      throw createUnusableError(`${file}: another version of queens-par wrote it (${schemas}). Use a new file`);
    }
    if (schema === SCHEMA && hasFields(header)) return header;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new LedgerFileError(`${file}: line 1 does not describe a count`, { code: 'damaged' });
}

/**
 * Returns whether a header has the fields of its schema. Messages show its strings, so they must be short and
 * printable. Whether the values are right is checked later, with the hash of the plan.
 */
function hasFields({ n, algorithm, options, planHash, subproblems, part, program }: LedgerHeader): boolean {
  const numbers = part ? [n, subproblems, part.k, part.m] : [n, subproblems];
  const texts = [algorithm, planHash, program];
  const areShown = texts.every((text) => typeof text === 'string' && /^[ -~]{1,100}$/.test(text));
  const hasTypes = numbers.every(Number.isInteger) && areShown;
  const hasPart = !part || (1 <= part.k && part.k <= part.m);
  const hasOptions = typeof options === 'object' && options !== null && Object.values(options).every(Number.isInteger);
  return hasTypes && hasPart && hasOptions;
}

/**
 * Describes a file that does not start like a ledger. Another program may have converted or compressed it. Returns an
 * empty string if only the start of the line is damaged.
 */
function describeBeginning(text: string): string {
  const ascii = text.replaceAll(/[^\s -~]/g, '');
  if (ascii.startsWith(LEDGER_BEGINNING))
    return 'has a byte order mark or is UTF-16. Copy the original again, or save it as UTF-8 without a mark';
  if (text.includes('"planHash":"')) return '';
  return `is not a ledger file of queens-par${ascii === text ? '' : '. If it is compressed, unpack it first'}`;
}

/** Checks that a file has the expected plan. @throws UsageError if it has a different one. */
export function assertSamePlan(file: string, header: LedgerHeader, expected: ExpectedPlan): void {
  const other = describeDifferences(header, expected);
  if (other !== '') throw new UsageError(`${file} is for ${other}`);
}

/** A ledger file in a list of files: name, size in bytes, and time of the last change in milliseconds since 1970. */
export interface ListedLedger {
  readonly name: string;
  readonly size: number;
  readonly changed: number;
}
