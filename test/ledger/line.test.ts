import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryText, readEntry, sealLine, seedOf } from '../../src/ledger/line.js';
import type { PartialCount } from '../../src/plan/partial-count.js';

const seed = seedOf('f'.repeat(64));

/** What docs/format.md says of a line, by a regular expression: the readable twin. */
function readByRule(line: string): PartialCount | undefined {
  const [, text = '', checksum] = /^(.*) ([0-9a-f]{8})$/s.exec(line) ?? [];
  if (checksum !== crc32(text, seed).toString(16).padStart(8, '0')) return undefined;
  const entry = /^([!#-+\--~]+) (0|[1-9]\d*) (0|[1-9]\d*) (\d{1,12}\.\d{3})$/.exec(text);
  if (!entry) return undefined;
  const [, id = '', count, work, milliseconds] = entry;
  const isSafe = Number.isSafeInteger(Number(count)) && Number.isSafeInteger(Number(work));
  return isSafe ? { id, count: Number(count), work: Number(work), milliseconds: Number(milliseconds) } : undefined;
}

/** Reads a line from amid others. */
function read(line: string): PartialCount | undefined {
  const before = 'a 1 1 1.000 00000000\n';
  const bytes = Buffer.from(`${before}${line}\n0.2 1 1 1.000 00000000\n`);
  return readEntry(bytes, before.length, before.length + Buffer.byteLength(line), seed);
}

function sealed(text: string): string {
  return sealLine(text, seed).slice(0, -1);
}

const number = fc.oneof(
  fc.maxSafeNat().map(String),
  fc.constantFrom('0', '00', '01', '', '-1', '1e3', '1.', '9007199254740991', '9007199254740992', '10000000000000000'),
);
const field = fc.oneof(
  number,
  fc.tuple(number, number).map(([whole, decimals]) => `${whole}.${decimals.slice(0, 3)}`),
  fc.string({ unit: 'binary-ascii', maxLength: 5 }),
);

describe('readEntry', () => {
  test('reads what was written', () => {
    const partial = fc.record({
      id: fc.stringMatching(/^[!#-+\--~]{1,20}$/),
      count: fc.maxSafeNat(),
      work: fc.maxSafeNat(),
      milliseconds: fc.nat().map((thousandths) => thousandths / 1000),
    });
    fc.assert(
      fc.property(partial, (partial) => {
        expect(read(sealed(entryText(partial)))).toEqual(partial);
      }),
    );
  });

  test('agrees with the rule on anything, as long as the checksum is right', () => {
    fc.assert(
      fc.property(fc.array(field, { minLength: 1, maxLength: 5 }), (fields) => {
        const line = sealed(fields.join(' '));
        expect(read(line)).toEqual(readByRule(line));
      }),
      { numRuns: 2000 },
    );
  });

  test('agrees with the rule on a line in which one character is another', () => {
    const line = sealed('0.12.3 40 1234567 1.250');
    const places = fc.nat(line.length - 1);
    fc.assert(
      fc.property(places, fc.integer({ min: 0, max: 127 }), (place, code) => {
        const other = `${line.slice(0, place)}${String.fromCharCode(code)}${line.slice(place + 1)}`;
        expect(read(other)).toEqual(readByRule(other));
      }),
      { numRuns: 1000 },
    );
  });

  test.each(['', ' ', '0', '01234567', ' 01234567', sealed(''), sealed(' '), sealed('0.2'), sealed('é 1 1 1.000')])(
    'does not take %j for an entry',
    (line) => expect(read(line)).toBeUndefined(),
  );
});
