import { expect, test } from 'vitest';
import { formatResumeCommand, messageWithRemedy } from '../../../src/cli/sources/remedies.js';
import {
  LedgerFileError,
  MemoryLimitError,
  OutOfMemoryError,
  TimeLimitError,
  UsageError,
} from '../../../src/core/errors/errors.js';
import { has } from '../../machine.js';

test.each([
  [new UsageError('n must be a whole number'), 'n must be a whole number'],
  [new TimeLimitError('too long', { seconds: 4e7, busy: 0 }), 'too long; add --force to start anyway'],
  [
    new TimeLimitError('too long', { seconds: 4e7, busy: 0.8 }),
    'too long, because other programs take about 80% of the processor; add --force to start anyway',
  ],
  [new MemoryLimitError('too little', 2 ** 23), 'too little; use --memory 8'],
  [new OutOfMemoryError('too little', 2.5 * 2 ** 20), 'too little; use --memory 3'],
  [new OutOfMemoryError('too little; free some memory'), 'too little; free some memory'],
  [new LedgerFileError('the disk failed', { code: 'failed' }), 'the disk failed'],
])('the command line says of %s what the user can type', (error, message) => {
  expect(messageWithRemedy(error)).toBe(message);
});

const file = { file: 'f', n: 9, part: undefined, damaged: [], joinedAt: undefined, subproblems: [] };

test.each([
  [{ damaged: [4] }, 'queens-par 9 --checkpoint f --repair drops it and resumes the count'],
  [{ damaged: [4, 7] }, 'queens-par 9 --checkpoint f --repair drops them and resumes the count'],
  [
    { damaged: [4], joinedAt: 4, part: { k: 2, m: 3 } },
    'add the files up with queens-par merge, or drop the line with: queens-par 9 --part 2/3 --out f --repair',
  ],
  [
    { damaged: [4], joinedAt: 4, file: '-' },
    'add the files up with queens-par merge <(ssh HOST cat 1.ledger) <(ssh HOST cat 2.ledger), ' +
      'or drop the line with: queens-par 9 --checkpoint FILE --repair',
  ],
  [
    { subproblems: ['0.5'] },
    'queens-par 9 --checkpoint f --drop 0.5 drops every line of this subproblem and recounts it',
  ],
  [
    { subproblems: ['0', '1'] },
    'queens-par 9 --checkpoint f --drop 0,1 drops every line of these subproblems and recounts them',
  ],
])('a file with %j is repaired by a command', (bad, remedy) => {
  const error = new LedgerFileError('bad', { code: 'damaged', bad: { ...file, ...bad } });
  expect(messageWithRemedy(error)).toBe(`bad; ${remedy}`);
});

test('the command that resumes a count quotes the name of the file', () => {
  const quoted = has('posix') ? `'a b'` : '"a b"';
  expect(formatResumeCommand('a b', { n: 8 })).toBe(`queens-par 8 --checkpoint ${quoted}`);
});
