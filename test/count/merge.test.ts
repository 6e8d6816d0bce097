import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mergeFiles, missingRuns } from '../../src/count/merge.js';
import { UsageError } from '../../src/errors/errors.js';
import { ConflictError, sum } from '../../src/ledger/ledger.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { partOf } from '../../src/plan/part.js';
import { temporaryFolder } from '../ledger/folder.js';
import { countedInTurn, ledgerText } from '../ledger/ledger-text.js';

const path = temporaryFolder();
const plan = planBitmask(9, 2);
const partials = countedInTurn(plan);
const total = plan.subproblems.reduce((total, { weight }, index) => total + BigInt(weight * index), 0n);

/** Writes a ledger file for part k of m, with the results of this part. @returns its path. */
function writePart(name: string, k: number, m: number, results = partials): string {
  const ids = new Set(partOf(plan, { k, m }).subproblems.map(({ id }) => id));
  const own = results.filter(({ id }) => ids.has(id));
  writeFileSync(path(name), ledgerText(plan, own, { k, m }));
  return path(name);
}

test('parts in any order add up to the total, and duplicates count once', () => {
  const files = [writePart('3', 3, 3), writePart('1', 1, 3), writePart('2', 2, 3), writePart('2 again', 2, 3)];
  const merged = mergeFiles(files);
  expect(sum(merged.plan, merged.ledger).count).toBe(total);
  expect(missingRuns(merged)).toEqual([]);
});

test('missingRuns returns missing parts and incomplete files', () => {
  const files = [writePart('a', 1, 4), writePart('b', 3, 4, partials.slice(0, 20))];
  expect(missingRuns(mergeFiles(files))).toEqual([
    { part: { k: 2, m: 4 }, file: undefined },
    { part: { k: 3, m: 4 }, file: path('b') },
    { part: { k: 4, m: 4 }, file: undefined },
  ]);
});

test('missingRuns returns an incomplete checkpoint of the whole count', () => {
  writeFileSync(path('whole'), ledgerText(plan, partials.slice(1)));
  expect(missingRuns(mergeFiles([path('whole')]))).toEqual([{ part: undefined, file: path('whole') }]);
});

test('two different counts of a subproblem are refused, and the error names both counts and both files', () => {
  const wrong = partials.map((partial) => (partial.id === '0.3' ? { ...partial, count: 77 } : partial));
  const files = [writePart('right', 1, 1), writePart('wrong', 1, 1, wrong)];
  const message = `subproblem 0.3 was counted twice: 1 and 77 (${files.join(' and ')})`;
  expect(() => mergeFiles(files)).toThrow(new ConflictError(message));
});

test('files of different plans are refused, and the error names both files', () => {
  writeFileSync(path('deeper'), ledgerText(planBitmask(9, 3), []));
  const message = `${path('deeper')} does not match ${path('shallow')}: it is for depth 3, not 2`;
  expect(() => mergeFiles([writePart('shallow', 1, 2), path('deeper')])).toThrow(new UsageError(message));
});

test('an empty list and an unreadable file are refused', () => {
  expect(() => mergeFiles([])).toThrow(UsageError);
  expect(() => mergeFiles([path('nowhere')])).toThrow('cannot be read: no such file or directory');
});
