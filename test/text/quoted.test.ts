import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doubleQuote } from '../../src/text/quoted.js';

/** Reads one word of a command line as programs of Windows do (CommandLineToArgvW). */
function wordOf(line: string): string {
  let word = '';
  let isQuoted = false;
  for (const [, slashes = '', rest = ''] of line.matchAll(/(\\*)("|[^\\"]+|$)/g)) {
    if (!rest.startsWith('"')) {
      word += slashes + rest;
      continue;
    }
    word += '\\'.repeat(slashes.length / 2);
    if (slashes.length % 2 === 1) word += '"';
    else isQuoted = !isQuoted;
  }
  expect(isQuoted).toBe(false);
  return word;
}

test('a word in double quotes is read back by programs of Windows', () => {
  const words = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom('\\', '"', ' ', 'a')).map((letters) => letters.join('')),
  );
  fc.assert(fc.property(words, (word) => wordOf(doubleQuote(word)) === word));
  expect(doubleQuote('C:\\my runs\\16.ledger')).toBe('"C:\\my runs\\16.ledger"');
});
