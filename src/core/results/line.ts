import type { PartialCount } from '../plan/partial-count.js';
import { crc32 } from '../text/crc32.js';

const encoder = new TextEncoder();

/**
 * Formats a line of a ledger file: a text, a space, and the CRC-32 of the text in eight hex digits.
 *
 * A CRC-32 detects every single-bit error and every burst error of up to 32 bits. The checksum of an entry starts from
 * the CRC-32 of the plan's hash, so a line from another plan has a wrong checksum.
 */
export function addChecksum(text: string, seed = 0): string {
  return `${text} ${checksum(text, seed)}\n`;
}

/** Returns the start value for the checksums of a plan's entries. */
export function deriveSeed(planHash: string): number {
  return crc32(encoder.encode(planHash));
}

function checksum(text: string, seed: number): string {
  return crc32(encoder.encode(text), seed).toString(16).padStart(8, '0');
}

/** Returns the text of a line without its line ending and checksum, or undefined if the line is damaged. */
export function verifyChecksum(line: string, seed = 0): string | undefined {
  const text = line.slice(0, -9);
  return line === `${text} ${checksum(text, seed)}` ? text : undefined;
}

/** Formats an entry: the id, count, work counter, milliseconds, and end of a finished subproblem. */
export function formatEntry({ id, count, work, milliseconds, ended }: PartialCount): string {
  return `${id} ${count} ${work} ${milliseconds.toFixed(3)} ${ended}`;
}

/** Id, count, work, milliseconds, and end, as docs/format.md specifies them. */
const ENTRY = /^([!#-+\--~]{1,100}) (0|[1-9]\d*) (0|[1-9]\d*) (\d{1,12}\.\d{3}) (0|[1-9]\d{0,14})$/;

/**
 * Parses an entry, given without its line ending.
 *
 * @returns undefined if the line is damaged or is not an entry.
 */
export function parseEntry(line: string, seed: number): PartialCount | undefined {
  const [, id, ...numbers] = ENTRY.exec(verifyChecksum(line, seed) ?? '') ?? [];
  const [count = Number.NaN, work = Number.NaN, milliseconds = Number.NaN, ended = Number.NaN] = numbers.map(Number);
  if (id === undefined || !Number.isSafeInteger(count) || !Number.isSafeInteger(work)) return undefined;
  return { id, count, work, milliseconds, ended };
}

/** Number of bytes to convert at a time. JavaScript engines limit the number of arguments in a call. */
const PIECE = 2 ** 13;

/** Converts bytes to a string, with one character for each byte. */
export function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += PIECE) text += String.fromCharCode(...bytes.subarray(i, i + PIECE));
  return text;
}
