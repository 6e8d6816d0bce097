import { crc32 } from 'node:zlib';
import type { PartialCount } from '../plan/partial-count.js';

/**
 * A line of a ledger file: text, a space, and the text's CRC-32 in eight hex digits.
 *
 * A CRC-32 finds every single wrong bit and every burst of up to 32. Those of entries begin with the CRC-32 of the
 * plan's hash, so that a line that strayed in from the file of another plan is found as well.
 */
export function sealLine(text: string, seed = 0): string {
  return `${text} ${hex(crc32(text, seed))}\n`;
}

/**
 * The text of a line that is given without its line end, byte for byte as characters; undefined if it is damaged.
 *
 * A damaged byte past ASCII is seen by `crc32` as two: readers of the text must not accept any.
 */
export function unsealLine(line: string, seed = 0): string | undefined {
  const end = line.length - CHECKSUM_LENGTH;
  if (end < 0) return undefined;
  const text = line.slice(0, end);
  const isWhole = line[end] === ' ' && readHex(line, end + 1) === crc32(text, seed);
  return isWhole ? text : undefined;
}

/** The checksum that those of a plan's entries begin with. */
export function seedOf(planHash: string): number {
  return crc32(planHash);
}

/** ` 0123abcd` */
const CHECKSUM_LENGTH = 9;

/** Reads eight hex digits; NaN if they are not. Small letters only: one wrong bit makes `a` an `A`. */
function readHex(line: string, at: number): number {
  let value = 0;
  for (let i = at; i < at + 8; i++) value = 16 * value + (HEX_DIGITS[line.charCodeAt(i)] ?? Number.NaN);
  return value;
}

/** The value of each character of ASCII as a hex digit. */
const HEX_DIGITS = Array.from({ length: 128 }, (_, code) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(code));
  return digit < 0 ? Number.NaN : digit;
});

function hex(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}

/** The text of a finished subproblem: id, count, work counter, milliseconds. */
export function entryText({ id, count, work, milliseconds }: PartialCount): string {
  return `${id} ${count} ${work} ${milliseconds.toFixed(3)}`;
}

/** Ids are printable ASCII without spaces, commas and quotes. Numbers have no superfluous zeros. */
const ENTRY = /^([!#-+\--~]+) (0|[1-9]\d{0,15}) (0|[1-9]\d{0,15}) (\d{1,15}\.\d{3})$/;

/** Reads the text of an entry; undefined if it is none. */
export function readEntry(text: string): PartialCount | undefined {
  const [, id, count, work, milliseconds] = ENTRY.exec(text) ?? [];
  if (id === undefined) return undefined;
  const partial = { id, count: Number(count), work: Number(work), milliseconds: Number(milliseconds) };
  return Number.isSafeInteger(partial.count) && Number.isSafeInteger(partial.work) ? partial : undefined;
}
