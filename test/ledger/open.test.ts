import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LedgerFileError, UsageError } from '../../src/errors/errors.js';
import { openLedger } from '../../src/ledger/open.js';
import { repairLedgerFile } from '../../src/ledger/repair.js';
import type { LedgerRequest } from '../../src/ledger/request.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { choosePlan } from '../../src/plan/choose-plan.js';
import { temporaryFolder } from './folder.js';
import { countedInTurn, ledgerText } from './ledger-text.js';

const path = temporaryFolder();
const plan = planBitmask(9, 2);
const partials = countedInTurn(plan);
const nine: LedgerRequest = { n: 9, options: {} };

/** Opens and closes a ledger file. */
async function look(file: string, request = nine) {
  const { ledger, ...opened } = await openLedger(file, request);
  ledger.close();
  return { ...opened, held: [...ledger.finished()] };
}

describe('a ledger file', () => {
  test('is begun, filled, and gone on with', async () => {
    const file = path('life');
    const first = await openLedger(file, nine);
    for (const partial of partials.slice(0, 10)) first.ledger.enter(partial);
    first.ledger.close();
    expect(first).toMatchObject({ plan: { hash: plan.hash }, notes: [] });

    const second = await openLedger(file, nine);
    expect([...second.ledger.finished()]).toEqual(partials.slice(0, 10));
    for (const partial of partials.slice(10)) second.ledger.enter(partial);
    second.ledger.close();
    expect((await look(file)).held).toEqual(partials);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(partials.length + 2);
  });

  test('has each line in it as soon as it is entered', async () => {
    const file = path('at-once');
    const { ledger } = await openLedger(file, nine);
    for (const [index, partial] of partials.slice(0, 3).entries()) {
      ledger.enter(partial);
      expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(index + 2);
    }
    ledger.close();
  });

  test('keeps its plan, whatever the threads of the machine that goes on with it', async () => {
    const file = path('threads');
    const { plan: first } = await look(file, { n: 16, options: { threads: 7 } });
    expect((await look(file, { n: 16, options: { threads: 2 } })).plan).toEqual(first);
    expect(first.hash).not.toBe(choosePlan(16, { threads: 2 }).hash);
  });

  test('is not left behind empty by a request that is refused', async () => {
    const refused = { n: 32, options: { depth: 32 } };
    await expect(look(path('refused'), refused)).rejects.toThrow(UsageError);
    expect(existsSync(path('refused'))).toBe(false);

    writeFileSync(path('empty'), '');
    await expect(look(path('empty'), refused)).rejects.toThrow(UsageError);
    expect(existsSync(path('empty'))).toBe(true);

    symlinkSync(path('target'), path('link'));
    await expect(look(path('link'), refused)).rejects.toThrow(UsageError);
    expect(existsSync(path('link'))).toBe(true);
  });

  test('of a part has the same plan on every machine', async () => {
    const part = { k: 1, m: 8 };
    const small = await look(path('small'), { n: 16, options: { threads: 1 }, part });
    const large = await look(path('large'), { n: 16, options: { threads: 512 }, part });
    expect(large.plan.hash).toBe(small.plan.hash);
  });

  test('loses its torn last line, and says so', async () => {
    const file = path('torn');
    const text = ledgerText(plan, partials);
    writeFileSync(file, text.slice(0, -5));
    const { held, notes } = await look(file);
    expect(held).toEqual(partials.slice(0, -1));
    expect(notes).toEqual([`The last line of ${file} was torn: what it held is counted again.`]);
    expect(readFileSync(file, 'utf8')).toBe(ledgerText(plan, partials.slice(0, -1)));
  });

  test('that is empty, or was torn in its first line, is begun anew', async () => {
    for (const text of ['', '{"sch', ledgerText(plan, []).slice(0, 100)]) {
      const file = path('unbegun');
      writeFileSync(file, text);
      expect((await look(file)).held).toEqual([]);
      expect((await look(file)).plan.hash).toBe(plan.hash);
    }
  });

  test('that is none is not touched', async () => {
    for (const text of ['my notes', 'a,b\n1,2\n', '{"schema":"something else"}\n']) {
      const file = path('notes.txt');
      writeFileSync(file, text);
      await expect(look(file)).rejects.toThrow(LedgerFileError);
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });
});

describe('refused, with both named', () => {
  test.each<[Partial<LedgerRequest>, string]>([
    [{ n: 10 }, 'n = 9, not 10'],
    [{ options: { depth: 3 } }, 'depth 2, not 3'],
    [{ options: { algorithm: 'meet' } }, 'algorithm bitmask, not meet'],
    [{ part: { k: 2, m: 3 } }, 'the whole count, not part 2/3'],
    [{ like: planBitmask(9, 3) }, 'depth 2, not 3'],
  ])('%j', async (request, message) => {
    const file = path('other');
    writeFileSync(file, ledgerText(plan, []));
    const refused = look(file, { ...nine, ...request });
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(`${file} holds ${message}`);
  });

  test('a plan to count by that is of another count, before any file is made', async () => {
    const file = path('unmade');
    const refused = openLedger(file, { ...nine, like: planBitmask(8, 2) });
    await expect(refused).rejects.toThrow(new UsageError('the plan to count by is of n = 8, not 9'));
    expect(existsSync(file)).toBe(false);
  });

  test('a file that somebody is writing to', async () => {
    const file = path('busy');
    const { ledger } = await openLedger(file, nine);
    await expect(openLedger(file, nine)).rejects.toThrow(new UsageError(`${file} is in use by another process`));
    expect(() => repairLedgerFile(file)).toThrow(UsageError);
    ledger.close();
    expect((await look(file)).held).toEqual([]);
  });

  test('what is no file, or cannot be made', async () => {
    await expect(look('/dev/full')).rejects.toThrow(new UsageError('/dev/full is not a file'));
    const nowhere = path('nowhere/file');
    await expect(look(nowhere)).rejects.toThrow(`${nowhere} cannot be opened for writing: no such file or directory`);
  });
});

describe('repair', () => {
  test('drops damaged lines, names them, and leaves the others', async () => {
    const file = path('damaged');
    const lines = ledgerText(plan, partials).split('\n');
    for (const at of [4, 5, 20]) lines[at] = lines[at]?.replace(' 0.250', ' 0.350') ?? '';
    writeFileSync(file, lines.join('\n'));
    await expect(look(file)).rejects.toThrow('line 5 is damaged');

    expect(repairLedgerFile(file)).toEqual([5, 6, 21]);
    const { held } = await look(file);
    expect(held).toEqual(partials.filter((_, index) => ![3, 4, 19].includes(index)));
    expect(repairLedgerFile(file)).toEqual([]);
  });

  test('can do nothing for a damaged first line', async () => {
    const file = path('headless');
    writeFileSync(file, ledgerText(plan, partials).replace('"n":9', '"n":8'));
    expect(() => repairLedgerFile(file)).toThrow(LedgerFileError);
  });

  test('leaves a file alone that is not there yet', async () => {
    expect(repairLedgerFile(path('new'))).toEqual([]);
    expect(existsSync(path('new'))).toBe(false);
  });
});
