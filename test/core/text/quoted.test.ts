import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doubleQuote, formatCommand, quoted, visible } from '../../../src/core/text/quoted.js';
import { has } from '../../machine.js';

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

/** Line feeds, escape sequences, the control characters of ISO 8859, line separators, and marks of direction. */
const HIDDEN = [
  '\n',
  '\x1b[31m',
  '\x9b2J',
  '\x7f',
  '\u2028',
  '\u202e',
  '\u2066',
  '\u200f',
  '\u200b',
  '\ufeff',
  '\u00a0',
  '\u{e0001}',
  '\0',
];

test('a text becomes visible, and keeps its meaning in JSON', () => {
  const texts = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...HIDDEN)));
  fc.assert(
    fc.property(texts, (parts) => {
      const text = parts.join('');
      for (const shown of [visible(text), quoted(text), visible(JSON.stringify(text))]) {
        expect(shown).not.toMatch(/[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u);
      }
      expect(JSON.parse(visible(JSON.stringify(text)))).toBe(text);
    }),
  );
  expect(visible('18\x1b[31m\u202e\n.ledger')).toBe('18\\u001b[31m\\u202e\\u000a.ledger');
  expect(visible('Zähler 18 \u{1f451}')).toBe('Zähler 18 \u{1f451}');
});

test.runIf(has('posix'))('a shell reads a word with hidden characters as it was', () => {
  for (const word of ["it's\\ \x1b[31m\u202e", 'two\nlines', '$HOME `id`\t']) {
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    expect(
      execFileSync('bash', ['-c', formatCommand(['printf', '%s', word], 'posix')], { encoding: 'utf8', env }),
    ).toBe(word);
  }
});
