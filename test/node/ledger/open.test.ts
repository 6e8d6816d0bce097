import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LedgerFileError, UsageError } from '../../../src/core/errors/errors.js';
import { Results } from '../../../src/core/results/results.js';
import { nameReplacement } from '../../../src/node/files/file-name.js';
import { type LedgerOptions, openLedger, writeLedgerFile } from '../../../src/node/ledger/open.js';
import { choosePlan, planBitmask } from '../../core/plan/plans.js';
import { countedInTurn, ledgerText } from '../../core/results/ledger-text.js';
import { has } from '../../machine.js';
import { temporaryFolder } from './folder.js';

const path = temporaryFolder();
const plan = planBitmask(9, 2);
const partials = countedInTurn(plan);
const whole = ledgerText(plan, partials);
/** The options of a plan. */
type Options = NonNullable<Parameters<typeof choosePlan>[1]>;

/** Opens and closes a ledger file. @returns its plan, its entries, and messages to the user. */
async function openAndClose(file: string, options: Options & LedgerOptions = {}, n = 9) {
  const notes: string[] = [];
  const log = (note: string) => void notes.push(note);
  const results = openLedger(file, choosePlan(n, options), { ...options, log });
  await results.close();
  return { plan: results.plan, notes, entries: [...results.values()] };
}

describe('a ledger file', () => {
  test('a new file gets a line for each result, and can be resumed', async () => {
    const file = path('life');
    const first = openLedger(file, plan);
    for (const [index, partial] of partials.slice(0, 10).entries()) {
      first.add(partial);
      expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(index + 2);
    }
    await first.close();
    expect(first.plan.hash).toBe(plan.hash);

    const second = openLedger(file, plan);
    expect([...second.values()]).toEqual(partials.slice(0, 10));
    for (const partial of partials.slice(10)) second.add(partial);
    await second.close();
    expect((await openAndClose(file)).entries).toEqual(partials);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(partials.length + 2);
  });

  test('a resumed file keeps its plan on a machine with another number of threads', async () => {
    const file = path('threads');
    const { plan: first } = await openAndClose(file, { threads: 7 }, 16);
    expect((await openAndClose(file, { threads: 2 }, 16)).plan).toEqual(first);
    expect(first.hash).not.toBe(choosePlan(16, { threads: 2 }).hash);
  });

  test('a torn last line is dropped with a message', async () => {
    const file = path('torn');
    writeFileSync(file, whole.slice(0, -5));
    const { entries, notes } = await openAndClose(file);
    expect(entries).toEqual(partials.slice(0, -1));
    expect(notes).toHaveLength(1);
    expect(readFileSync(file, 'utf8')).toBe(ledgerText(plan, partials.slice(0, -1)));
  });

  test('an empty file, or one with only a torn first line, gets a new first line', async () => {
    const file = path('no header');
    await openAndClose(file);
    const header = readFileSync(file, 'utf8');
    for (const length of [0, 1, 40, header.length - 1]) {
      writeFileSync(file, header.slice(0, length));
      expect(await openAndClose(file)).toMatchObject({ entries: [], plan: { hash: plan.hash } });
      expect(readFileSync(file, 'utf8')).toBe(header);
    }
  });

  const firstLine = whole.slice(0, whole.indexOf('\n'));
  test.each<[contents: string, text: string | Uint8Array, message: string]>([
    ['notes', 'my notes', 'is not a ledger file of queens-par'],
    ['CR LF', whole.replaceAll('\n', '\r\n'), 'its line endings were changed. Change them back to LF'],
    ['spaces instead of LF', whole.replaceAll('\n', ' '), 'line 1 is incomplete, and there are no other lines'],
    ['another n in a torn line', firstLine.replace('"n":9', '"n":8'), 'line 1 is incomplete'],
    ['a torn line and NULs', `${firstLine.slice(0, 50)}\0\0\0`, 'line 1 is incomplete, and there are no other lines'],
    ['UTF-16', Buffer.from(`\uFEFF${whole}`, 'utf16le'), 'has a byte order mark or is UTF-16'],
    ['UTF-16 without a mark', Buffer.from(whole, 'utf16le'), 'has a byte order mark or is UTF-16'],
    ['gzip', gzipSync(whole), 'If it is compressed, unpack it first'],
    ['a damaged first line alone', `${firstLine.replace('"n":9', '"n":8')}\n`, 'is damaged'],
  ])('a file with %s is refused and unchanged', (_, text, message) => {
    const file = path('kept');
    writeFileSync(file, text);
    for (const options of [{}, { repair: true, drop: ['0.2'] }]) {
      const opening = () => openLedger(file, plan, options);
      expect(opening).toThrow(LedgerFileError);
      expect(opening).toThrow(message);
      expect(readFileSync(file)).toEqual(Buffer.from(text));
    }
  });
});

test.each([
  ['a damaged first line', whole.replace('"n":9', '"n":8'), 'line 1, which describes the count, is damaged'],
  ['a damaged beginning', whole.replace('{"schema', '{"sxhema'), 'line 1, which describes the count, is damaged'],
  ['a byte order mark', `\uFEFF${whole}`, 'has a byte order mark or is UTF-16'],
])('a file with %s is refused and unchanged, but can be repaired', async (_, text, message) => {
  const file = path('damaged first line');
  writeFileSync(file, text);
  expect(() => openLedger(file, plan)).toThrow(message);
  expect(readFileSync(file, 'utf8')).toBe(text);
  const { entries, notes } = await openAndClose(file, { repair: true });
  expect(entries).toEqual(partials);
  expect(notes).toEqual([`Rebuilt line 1 of ${file}, which was damaged.`]);
  expect((await openAndClose(file)).entries).toEqual(partials);
});

test('two joined files are reported, and can be repaired', async () => {
  const file = path('joined');
  writeFileSync(file, ledgerText(plan, partials.slice(0, 9)) + ledgerText(plan, partials.slice(9)));
  expect(() => openLedger(file, plan)).toThrow(
    expect.objectContaining({
      message: `${file}: line 11 begins another ledger file`,
      bad: expect.objectContaining({ damaged: [11], joinedAt: 11 }),
    }),
  );
  expect((await openAndClose(file, { repair: true })).entries).toEqual(partials);
});

describe('refusals', () => {
  test.each<[n: number, Options, string]>([
    [10, {}, 'n = 9, not 10'],
    [9, { depth: 3 }, 'depth 2, not 3'],
    [9, { algorithm: 'meet' }, 'algorithm bitmask, not meet'],
    [9, { part: { k: 2, m: 3 } }, 'the whole count, not part 2/3'],
  ])('a file of another count is refused and unchanged (n = %i, %j)', (n, options, message) => {
    const file = path('other');
    const text = whole.replace('0.250', '0.350').slice(0, -5); // one damaged and one torn line
    writeFileSync(file, text);
    const refused = () => openLedger(file, choosePlan(n, options), { ...options, repair: true, drop: ['0.2'] });
    expect(refused).toThrow(new UsageError(`${file} is for ${message}`));
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test.runIf(has('posix'))('a file that is replaced between opening and locking is opened again', async () => {
    const file = path('raced');
    writeFileSync(file, ledgerText(plan, []));
    writeFileSync(path('replacement'), whole);
    const locks: { tryLock: (...range: number[]) => boolean } = createRequire(import.meta.url)('fs-native-extensions');
    const { tryLock } = locks;
    vi.spyOn(locks, 'tryLock').mockImplementationOnce((...range) => {
      renameSync(path('replacement'), file);
      return tryLock(...range);
    });
    expect((await openAndClose(file)).entries).toEqual(partials);
    vi.restoreAllMocks();
  });

  test.runIf(has('posix')).each<[file: string, message: string]>([
    ['/dev/null', 'is not a regular file'],
    ['/dev', 'is a folder, not a file'],
    [path('nowhere/file'), 'no such file or directory'],
    [path('x'.repeat(300)), 'name too long'],
    [path('file/file'), 'not a directory'],
    [path('circle'), 'too many symbolic links'],
    [path('zero\0byte'), 'a path must not contain a null byte'],
    [path('x.queens-par-new'), 'are reserved for temporary files'],
    [path('X.Queens-Par-NEW'), 'are reserved for temporary files'],
    [path('huge'), 'is too large for a ledger file (over 256 MB)'],
  ])('the path %s is refused', (file, message) => {
    for (const name of ['file', 'huge']) writeFileSync(path(name), '');
    truncateSync(path('huge'), 2 ** 28 + 1);
    symlinkSync('circle', path('circle'));
    const opening = () => openLedger(file, plan);
    expect(opening).toThrow(/reserved/.test(message) ? UsageError : LedgerFileError);
    expect(opening).toThrow(file.replace('\0', '\\u0000')); // a message shows it
    expect(opening).toThrow(message);
    rmSync(path('circle'));
  });
});

describe('--repair and --drop', () => {
  test('--repair drops damaged lines, and keeps the others', async () => {
    const file = path('damaged');
    const lines = whole.split('\n');
    for (const line of [4, 5, 20]) lines[line] = lines[line]?.replace(' 0.250', ' 0.350') ?? '';
    writeFileSync(file, lines.join('\n'));
    expect(() => openLedger(file, plan)).toThrow('lines 5, 6, 21 are damaged');

    const { entries, notes } = await openAndClose(file, { repair: true });
    expect(entries).toEqual(partials.filter((_, index) => ![3, 4, 19].includes(index)));
    expect(notes).toEqual([`Dropped from ${file}: 3 damaged lines (5, 6, 21).`]);
    expect(readFileSync(file, 'utf8')).toBe(lines.filter((_, index) => ![4, 5, 20].includes(index)).join('\n'));
    expect((await openAndClose(file, { repair: true })).notes).toEqual([]);
  });

  test.runIf(has('posix'))(
    'repair keeps the owner, the permissions and a symbolic link to the file, and locks the new file',
    async () => {
      const file = path('private');
      writeFileSync(file, whole.replace('0.250', '0.350'));
      chmodSync(file, 0o660); // has a bit that the usual umask, 022, clears
      if (process.getuid?.() === 0) chownSync(file, 1, 2);
      const { uid, gid } = statSync(file);
      symlinkSync('private', path('link to private'));
      const results = openLedger(path('link to private'), plan, { repair: true });
      expect(() => openLedger(file, plan)).toThrow(`${file} is in use by another count`);
      results.add({ id: '0.2', count: 0, work: 0, milliseconds: 0, ended: 0 });
      await results.close();
      expect(statSync(file)).toMatchObject({ uid, gid, mode: 0o100660 });
      expect(lstatSync(path('link to private')).isSymbolicLink()).toBe(true);
      expect((await openAndClose(file)).entries).toHaveLength(partials.length);
    },
  );

  test('a temporary file of a killed process is removed', async () => {
    const file = path('long'.repeat(63)); // no system has much longer names
    writeFileSync(nameReplacement(file), whole.slice(0, 1000));
    await openAndClose(file);
    expect(existsSync(nameReplacement(file))).toBe(false);
  });

  test('--drop drops lines that contradict each other', async () => {
    const file = path('contradicted');
    writeFileSync(file, ledgerText(plan, [...partials, { id: '0.5', count: 99, work: 0, milliseconds: 0, ended: 0 }]));
    expect(() => openLedger(file, plan, { repair: true })).toThrow(
      expect.objectContaining({
        message: `${file}: line 30: subproblem 0.5 was counted twice: 3 and 99 (the first count is in line 5)`,
        bad: expect.objectContaining({ damaged: [], subproblems: ['0.5'] }),
      }),
    );
    const { entries, notes } = await openAndClose(file, { drop: ['0.5'] });
    expect(entries).toEqual(partials.filter(({ id }) => id !== '0.5'));
    expect(notes).toEqual([`Dropped from ${file}: 2 lines for subproblem 0.5 (5, 30).`]);
    expect((await openAndClose(file, { drop: ['0.5'] })).notes).toHaveLength(1); // says there is no such line
  });

  test('--drop drops lines of subproblems that are not in the plan', async () => {
    const file = path('foreign');
    const foreign = ['7.7', "$(a)'"].map((id) => ({ id, count: 0, work: 0, milliseconds: 0, ended: 0 }));
    writeFileSync(file, ledgerText(plan, [...foreign, ...partials]));
    expect(() => openLedger(file, plan)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('no subproblem 7.7 (and 1 more like it)'),
        bad: expect.objectContaining({ subproblems: ['7.7', "$(a)'"] }),
      }),
    );
    expect((await openAndClose(file, { drop: ['7.7', "$(a)'"] })).entries).toEqual(partials);
    expect(readFileSync(file, 'utf8')).toBe(whole);
  });
});

describe.runIf(has('posix'))('a file that another program changes during the count', () => {
  beforeEach(() => void vi.spyOn(process, 'emitWarning').mockReturnValue());
  afterEach(() => vi.restoreAllMocks());

  test.each<[name: string, change: (file: string) => void]>([
    ['truncated', (file) => truncateSync(file, statSync(file).size - 40)],
    ['emptied', (file) => truncateSync(file)],
    ['removed', (file) => rmSync(file)],
    ['moved', (file) => renameSync(file, `${file} away`)],
    ['replaced', (file) => writeFileSync(`${file} other`, 'mine') ?? renameSync(`${file} other`, file)],
    ['lengthened', (file) => appendFileSync(file, 'me too\n')],
  ])('a file that was %s is rewritten with one warning', async (name, change) => {
    const file = path(`changed ${name}`);
    const results = openLedger(file, plan);
    for (const partial of partials.slice(0, 10)) results.add(partial);
    change(file);
    for (const partial of partials.slice(10)) results.add(partial);
    await results.close();
    const warning = `Another program changed ${file} during the count, so the file was rewritten with all results.`;
    expect(vi.mocked(process.emitWarning).mock.calls).toEqual([[warning]]);
    expect(await openAndClose(file)).toMatchObject({ entries: partials, notes: [] });
  });

  test('the count fails if another process has taken over the file', async () => {
    const file = path('taken over');
    const results = openLedger(file, plan);
    renameSync(file, `${file} away`);
    const other = openLedger(file, plan);
    for (const partial of partials) results.add(partial);
    await expect(results.close()).rejects.toThrow(LedgerFileError);
    other.add({ id: '0.2', count: 0, work: 0, milliseconds: 0, ended: 0 });
    await other.close();
    expect((await openAndClose(file)).entries).toHaveLength(1);
  });
});

describe('writeLedgerFile', () => {
  function inMemory(entries: typeof partials): Results {
    const results = new Results(plan);
    for (const partial of entries) results.add(partial);
    return results;
  }

  test('writeLedgerFile adds entries to a file of the same plan', async () => {
    const file = path('written');
    writeFileSync(file, '{"schema":"queens-par/ledger/3","n":9'); // a torn first line
    writeLedgerFile(file, inMemory(partials.slice(0, 15)));
    expect((await openAndClose(file)).entries).toEqual(partials.slice(0, 15));
    const union = writeLedgerFile(file, inMemory(partials.slice(10)));
    expect([...union.values()]).toEqual(partials);
    expect((await openAndClose(file)).entries).toEqual(partials);
  });

  test.each([
    ['another plan', ledgerText(planBitmask(9, 3), []), 'is for depth 3, not 2'],
    [
      'a different count of a subproblem',
      ledgerText(plan, [{ id: '0.3', count: 77, work: 0, milliseconds: 0, ended: 0 }]),
      'subproblem 0.3 was counted twice: 77 and 1',
    ],
    ['a torn first line of another plan', ledgerText(planBitmask(8, 2), []).slice(0, 80), 'line 1 is incomplete'],
  ])('writeLedgerFile refuses a file with %s, and leaves it unchanged', (_, text, message) => {
    const file = path('refused');
    writeFileSync(file, text);
    expect(() => writeLedgerFile(file, inMemory(partials))).toThrow(message);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
