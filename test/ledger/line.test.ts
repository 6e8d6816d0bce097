import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryText, readEntry, sealLine, seedOf } from '../../src/ledger/line.js';

const seed = seedOf('f'.repeat(64));

function sealed(text: string): string {
  return sealLine(text, seed).slice(0, -1);
}

describe('readEntry', () => {
  test('an entry is read as it was written', () => {
    const partial = fc.record({
      id: fc.stringMatching(/^[!#-+\--~]{1,20}$/),
      count: fc.maxSafeNat(),
      work: fc.maxSafeNat(),
      milliseconds: fc.nat().map((thousandths) => thousandths / 1000),
    });
    fc.assert(
      fc.property(partial, (partial) => {
        expect(readEntry(sealed(entryText(partial)), seed)).toEqual(partial);
      }),
    );
  });

  test('a line with one wrong character is not an entry', () => {
    const line = sealed('0.12.3 40 1234567 1.250');
    fc.assert(
      fc.property(fc.nat(line.length - 1), fc.integer({ min: 0, max: 255 }), (index, code) => {
        const other = `${line.slice(0, index)}${String.fromCharCode(code)}${line.slice(index + 1)}`;
        expect(readEntry(other, seed) === undefined).toBe(other !== line);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ...['', ' ', '0', '01234567', ' 01234567', '0.2 1 1 1.000 00000000'],
    ...['', ' ', '0.2', '0.2 1 1', 'é 1 1 1.000', '0,2 1 1 1.000', '0"2 1 1 1.000', '0 2 1 1 1.000'].map(sealed),
    ...['0.2 01 1 1.000', '0.2 1 00 1.000', '0.2 -1 1 1.000', '0.2 1e3 1 1.000', '0.2 1 1 1.0', '0.2 1 1 .000'].map(
      sealed,
    ),
    ...['0.2 9007199254740992 1 1.000', '0.2 1 9007199254740992 1.000', '0.2 1 1 1000000000000.000'].map(sealed),
  ])('%j is no entry', (line) => expect(readEntry(line, seed)).toBeUndefined());
});
