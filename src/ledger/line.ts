import { crc32 } from 'node:zlib';
import type { PartialCount } from '../plan/partial-count.js';

/**
 * Seals a line of a ledger file: text, a space, and the text's CRC-32 in eight hex digits.
 *
 * A CRC-32 finds every single wrong bit and every burst of up to 32. The checksum of an entry starts from the CRC-32
 * of the plan's hash, so that a line from the file of another plan does not pass.
 */
export function sealLine(text: string, seed = 0): string {
  return `${text} ${checksum(text, seed)}\n`;
}

/** Returns the start value for the checksums of a plan's entries. */
export function seedOf(planHash: string): number {
  return crc32(planHash);
}

function checksum(text: string, seed: number): string {
  return crc32(text, seed).toString(16).padStart(8, '0');
}

/** Returns the text of a sealed line, given without its line end; undefined if the line is damaged. */
export function unsealed(line: string, seed = 0): string | undefined {
  const text = line.slice(0, -9);
  return line === `${text} ${checksum(text, seed)}` ? text : undefined;
}

/** Returns the text of a finished subproblem: id, count, work counter, milliseconds. */
export function entryText({ id, count, work, milliseconds }: PartialCount): string {
  return `${id} ${count} ${work} ${writable(milliseconds).toFixed(3)}`;
}

/** More milliseconds than a line has room for. */
const TOO_LONG = 1e12;

/** A time that a line can hold. A clock that is set during a count gives times that are negative or absurd. */
function writable(milliseconds: number): number {
  return milliseconds >= 0 && milliseconds < TOO_LONG - 1 ? milliseconds : 0;
}

/** Id, count, work and milliseconds, as docs/format.md specifies them. */
const ENTRY = /^([!#-+\--~]+) (0|[1-9]\d*) (0|[1-9]\d*) (\d{1,12}\.\d{3})$/;

/**
 * Reads a finished subproblem from a line that `entryText` and `sealLine` wrote, given without its line end.
 *
 * @returns undefined if the line is damaged or is not of a finished subproblem.
 */
export function readEntry(line: string, seed: number): PartialCount | undefined {
  const [, id, ...numbers] = ENTRY.exec(unsealed(line, seed) ?? '') ?? [];
  const [count = Number.NaN, work = Number.NaN, milliseconds = Number.NaN] = numbers.map(Number);
  if (id === undefined || !Number.isSafeInteger(count) || !Number.isSafeInteger(work)) return undefined;
  return { id, count, work, milliseconds };
}

/** Receives the lines of a file, in order, each with its number in the file. */
export interface LineReceiver {
  /** A finished subproblem. */
  entry(partial: PartialCount, line: number): void;
  /** A damaged line, other than the last one. */
  damaged(line: number): void;
}

/**
 * Reads lines of finished subproblems. The last one may be torn (a power cut, a kill, a full disk) or still being
 * written, which is no error.
 *
 * @param text a character for each byte of the file (latin1).
 * @param first the number of the first of these lines.
 * @returns the length of the text up to the end of the last whole line, and the number of the line after that.
 * @throws what the receiver throws, and nothing else.
 */
export function readLines(
  text: string,
  { planHash }: { readonly planHash: string },
  receiver: LineReceiver,
  first = 2,
): { readonly length: number; readonly next: number } {
  const seed = seedOf(planHash);
  let start = 0;
  let line = first;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    const partial = readEntry(text.slice(start, end), seed);
    if (partial) receiver.entry(partial, line);
    else if (end + 1 === text.length) break;
    else receiver.damaged(line);
    start = end + 1;
    line++;
  }
  return { length: start, next: line };
}
