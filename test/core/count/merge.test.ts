import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listMissingCounts, mergeResults } from '../../../src/core/count/merge.js';
import { UsageError } from '../../../src/core/errors/errors.js';
import { partOf } from '../../../src/core/plan/part.js';
import { ConflictError, totalOf } from '../../../src/core/results/results.js';
import { LedgerFile } from '../../../src/node/ledger/ledger-reader.js';
import { temporaryFolder } from '../../node/ledger/folder.js';
import { planBitmask } from '../plan/plans.js';
import { countedInTurn, ledgerText } from '../results/ledger-text.js';

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

const merge = (...files: readonly string[]) => mergeResults(files, (file) => new LedgerFile(file));

test('parts in any order add up to the total, and duplicates count once', async () => {
  const files = [writePart('3', 3, 3), writePart('1', 1, 3), writePart('2', 2, 3), writePart('2 again', 2, 3)];
  const merged = await merge(...files);
  expect(totalOf(plan, merged.results).count).toBe(total);
  expect(listMissingCounts(merged)).toEqual([]);
});

test('listMissingCounts lists missing parts, and the incomplete files', async () => {
  const files = [writePart('a', 1, 4), writePart('b', 3, 4, partials.slice(0, 20))];
  expect(listMissingCounts(await merge(...files))).toEqual([
    { part: { k: 2, m: 4 } },
    { part: { k: 3, m: 4 }, source: expect.objectContaining({ source: path('b') }) },
    { part: { k: 4, m: 4 } },
  ]);
});

test('listMissingCounts lists an incomplete checkpoint of the whole count', async () => {
  writeFileSync(path('whole'), ledgerText(plan, partials.slice(1)));
  expect(listMissingCounts(await merge(path('whole')))).toEqual([
    { source: expect.objectContaining({ source: path('whole') }) },
  ]);
});

test('two different counts of a subproblem are refused, and the error names both counts and both files', async () => {
  const wrong = partials.map((partial) => (partial.id === '0.3' ? { ...partial, count: 77 } : partial));
  const files = [writePart('right', 1, 1), writePart('right too', 1, 1), writePart('wrong', 1, 1, wrong)];
  const message = `subproblem 0.3 was counted twice: 1 and 77 (${files[0]} and ${files[2]})`;
  await expect(merge(...files)).rejects.toThrow(ConflictError);
  await expect(merge(...files)).rejects.toThrow(message);
});

test('files of different plans are refused, and the error names all of them and the differences', async () => {
  const deeper = planBitmask(9, 3);
  const smaller = planBitmask(8, 2);
  // none of its ids is in the plan of the first
  writeFileSync(path('deeper'), ledgerText(deeper, countedInTurn(deeper)));
  writeFileSync(path('smaller'), ledgerText(smaller, countedInTurn(smaller)));
  const files = [writePart('first', 1, 2), path('deeper'), writePart('second', 2, 2), path('smaller')];
  const others = `${path('deeper')} is for depth 3, not 2; ${path('smaller')} is for n = 8, not 9`;
  await expect(merge(...files)).rejects.toThrow(
    new UsageError(`all sources must have the same plan as ${path('first')}, but ${others}`),
  );
});

test('an empty list and an unreadable file are refused', async () => {
  await expect(merge()).rejects.toThrow(UsageError);
  await expect(merge(path('nowhere'))).rejects.toThrow(/^could not read .*nowhere: no such file or directory/);
});
