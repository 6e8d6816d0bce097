import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
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

/** Writes the file of part k of m, with the results in `held` that belong to it. */
function partFile(name: string, k: number, m: number, held = partials): string {
  const ids = new Set(partOf(plan, { k, m }).subproblems.map(({ id }) => id));
  const own = held.filter(({ id }) => ids.has(id));
  writeFileSync(path(name), ledgerText(plan, own, { k, m }));
  return path(name);
}

describe('merging', () => {
  test('gives the total, whatever the order of the parts and with equal results twice', () => {
    const files = [partFile('3', 3, 3), partFile('1', 1, 3), partFile('2', 2, 3), partFile('2 again', 2, 3)];
    const merged = mergeFiles(files);
    expect(sum(merged.plan, merged.ledger).count).toBe(total);
    expect(missingRuns(merged)).toEqual([]);
  });

  test('names the parts that are missing, and the files that are not complete', () => {
    const files = [partFile('a', 1, 4), partFile('b', 3, 4, partials.slice(0, 20))];
    expect(missingRuns(mergeFiles(files))).toEqual([
      { part: { k: 2, m: 4 }, file: undefined },
      { part: { k: 3, m: 4 }, file: path('b') },
      { part: { k: 4, m: 4 }, file: undefined },
    ]);
  });

  test('names a checkpoint of the whole that is not complete', () => {
    writeFileSync(path('whole'), ledgerText(plan, partials.slice(1)));
    expect(missingRuns(mergeFiles([path('whole')]))).toEqual([{ part: undefined, file: path('whole') }]);
  });

  test('stops if a subproblem has two counts, and names both counts and files', () => {
    const wrong = partials.map((partial) => (partial.id === '0.3' ? { ...partial, count: 77 } : partial));
    const files = [partFile('right', 1, 1), partFile('wrong', 1, 1, wrong)];
    const message = `subproblem 0.3 was counted twice: 1 and 77 (${files.join(' and ')})`;
    expect(() => mergeFiles(files)).toThrow(new ConflictError(message));
  });

  test('refuses files of two plans, with both named', () => {
    writeFileSync(path('deeper'), ledgerText(planBitmask(9, 3), []));
    const merge = () => mergeFiles([partFile('shallow', 1, 2), path('deeper')]);
    expect(merge).toThrow(UsageError);
    writeFileSync(path('larger'), ledgerText(planBitmask(10, 3), []));
    expect(() => mergeFiles([path('deeper'), path('larger')])).toThrow(
      /larger does not match \S*deeper: it is for n = 10, not 9$/,
    );
    expect(merge).toThrow(/deeper does not match \S*shallow: it is for depth 3, not 2$/);
  });

  test('refuses an empty list, and a file that cannot be read', () => {
    expect(() => mergeFiles([])).toThrow(UsageError);
    expect(() => mergeFiles([path('nowhere')])).toThrow('cannot be read: no such file or directory');
  });
});
