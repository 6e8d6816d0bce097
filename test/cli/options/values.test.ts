import { describe, expect, test } from 'vitest';
import { readColumns, readPart, readRange, readSampleSize, readSource } from '../../../src/cli/options/values.js';
import { UsageError } from '../../../src/core/errors/errors.js';

describe('the readers of option values', () => {
  test.each([
    [readPart, '3/16', { k: 3, m: 16 }],
    [readPart, '1/1', { k: 1, m: 1 }],
    [readRange, '1..16', { from: 1, to: 16 }],
    [readRange, '8', { from: 8, to: 8 }],
    [readColumns, '0,4,7', [0, 4, 7]],
    [readColumns, '0,.,7', [0, undefined, 7]],
    [readSampleSize, '0.5%', { percent: 0.5 }],
    [readSampleSize, '20', { subproblems: 20 }],
    [readSource, 'run:18-meet', { run: '18-meet' }],
    [readSource, './run:18-meet', { file: './run:18-meet' }],
  ])('%o returns the value of %j', (read, text, value) => {
    expect(read(text, '--option')).toEqual(value);
  });

  test.each([
    [readPart, ['', '3', '0/4', '5/4', '1/0', '1/2/3', '-1/2', '1/1e3', '1.5/2']],
    [readRange, ['', '1..', '5..3', '1...4', '-1']],
    [readColumns, ['', ',', '1,', 'a', '1, 2', '0,,7', '..']],
    [readSampleSize, ['', '0', '0%', '101%', '1.5', '-1', '1e3']],
    [readSource, ['run:', 'run:a b', 'run:-a', 'run:../x', `run:${'a'.repeat(65)}`]],
  ])('%o refuses invalid values', (read, texts) => {
    for (const text of texts) expect(() => read(text, '--option'), text).toThrow(UsageError);
  });
});
