import { describe, expect, test } from 'vitest';
import { parseColumns, parsePart, parseRange, parseSampleSize, parseSource } from '../../../src/cli/options/values.js';
import { UsageError } from '../../../src/core/errors/errors.js';

describe('the readers of option values', () => {
  test.each([
    [parsePart, '3/16', { k: 3, m: 16 }],
    [parsePart, '1/1', { k: 1, m: 1 }],
    [parseRange, '1..16', { from: 1, to: 16 }],
    [parseRange, '8', { from: 8, to: 8 }],
    [parseColumns, '0,4,7', [0, 4, 7]],
    [parseColumns, '0,.,7', [0, undefined, 7]],
    [parseSampleSize, '0.5%', { percent: 0.5 }],
    [parseSampleSize, '100%', { percent: 100 }],
    [parseSampleSize, '20', { subproblems: 20 }],
    [parseSource, 'run:18-meet', { run: '18-meet' }],
    [parseSource, './run:18-meet', { file: './run:18-meet' }],
  ])('%o returns the value of %j', (read, text, value) => {
    expect(read(text, '--option')).toEqual(value);
  });

  test.each([
    [parsePart, ['', '3', '0/4', '5/4', '1/0', '1/2/3', '-1/2', '1/1e3', '1.5/2']],
    [parseRange, ['', '1..', '5..3', '1...4', '-1']],
    [parseColumns, ['', ',', '1,', 'a', '1, 2', '0,,7', '..']],
    [parseSampleSize, ['', '0', '0%', '101%', '1.5', '-1', '1e3']],
    [parseSource, ['run:', 'run:a b', 'run:-a', 'run:../x', `run:${'a'.repeat(65)}`]],
  ])('%o refuses invalid values', (read, texts) => {
    for (const text of texts) expect(() => read(text, '--option'), text).toThrow(UsageError);
  });
});
