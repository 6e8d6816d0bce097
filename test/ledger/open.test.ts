import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  read,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { LedgerFileError, UsageError } from '../../src/errors/errors.js';
import type { LedgerRequest } from '../../src/ledger/header.js';
import { MemoryLedger } from '../../src/ledger/memory.js';
import { type OpenOptions, openLedger, writeLedgerFile } from '../../src/ledger/open.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { choosePlan } from '../../src/plan/choose-plan.js';
import { temporaryFolder } from './folder.js';
import { countedInTurn, ledgerText } from './ledger-text.js';

const path = temporaryFolder();
const plan = planBitmask(9, 2);
const partials = countedInTurn(plan);
const nine: LedgerRequest = { n: 9, options: {} };

/** Opens and closes a ledger file. */
function look(file: string, request = nine, options: OpenOptions = {}) {
  const notes: string[] = [];
  const { ledger, plan } = openLedger(file, request, { ...options, tell: (note) => void notes.push(note) });
  ledger.close();
  return { plan, notes, held: [...ledger.finished()] };
}

describe('a ledger file', () => {
  test('is begun, filled, and gone on with', () => {
    const file = path('life');
    const first = openLedger(file, nine);
    for (const partial of partials.slice(0, 10)) first.ledger.enter(partial);
    first.ledger.close();
    expect(first.plan.hash).toBe(plan.hash);

    const second = openLedger(file, nine);
    expect([...second.ledger.finished()]).toEqual(partials.slice(0, 10));
    for (const partial of partials.slice(10)) second.ledger.enter(partial);
    second.ledger.close();
    expect(look(file).held).toEqual(partials);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(partials.length + 2);
  });

  test('has each line in it as soon as it is entered', () => {
    const file = path('at-once');
    const { ledger } = openLedger(file, nine);
    for (const [index, partial] of partials.slice(0, 3).entries()) {
      ledger.enter(partial);
      expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(index + 2);
    }
    ledger.close();
  });

  test('keeps its plan, whatever the threads of the machine that goes on with it', () => {
    const file = path('threads');
    const { plan: first } = look(file, { n: 16, options: { threads: 7 } });
    expect(look(file, { n: 16, options: { threads: 2 } }).plan).toEqual(first);
    expect(first.hash).not.toBe(choosePlan(16, { threads: 2 }).hash);
  });

  test('is not left behind empty by a request that is refused', () => {
    const refused = { n: 32, options: { depth: 32 } };
    expect(() => look(path('refused'), refused)).toThrow(UsageError);
    expect(existsSync(path('refused'))).toBe(false);

    writeFileSync(path('empty'), '');
    expect(() => look(path('empty'), refused)).toThrow(UsageError);
    expect(existsSync(path('empty'))).toBe(true);

    symlinkSync(path('target'), path('link'));
    expect(() => look(path('link'), refused)).toThrow(UsageError);
    expect(existsSync(path('link'))).toBe(true);
  });

  test('of a part has the same plan on every machine', () => {
    const part = { k: 1, m: 8 };
    const small = look(path('small'), { n: 16, options: { threads: 1 }, part });
    const large = look(path('large'), { n: 16, options: { threads: 512 }, part });
    const asDefault = look(path('default'), { n: 16, options: { threads: 2, threadsAreDefault: true }, part });
    expect(large.plan.hash).toBe(small.plan.hash);
    expect(asDefault.plan.hash).toBe(small.plan.hash);
    expect(small.plan.subproblems.length).toBeGreaterThan(8 * part.m); // enough for eight threads each
  });

  test('loses its torn last line, and says so', () => {
    const file = path('torn');
    const text = ledgerText(plan, partials);
    writeFileSync(file, text.slice(0, -5));
    const { held, notes } = look(file);
    expect(held).toEqual(partials.slice(0, -1));
    expect(notes).toEqual([`The last line of ${file} was torn: what it held is counted again.`]);
    expect(readFileSync(file, 'utf8')).toBe(ledgerText(plan, partials.slice(0, -1)));
  });

  test('is begun where it is empty, or was torn in the very line that would be written', () => {
    const file = path('unbegun');
    look(file);
    const header = readFileSync(file, 'utf8');
    for (let length = 0; length < header.length; length++) {
      writeFileSync(file, header.slice(0, length));
      expect(look(file)).toMatchObject({ held: [], plan: { hash: plan.hash } });
      expect(readFileSync(file, 'utf8')).toBe(header);
    }
  });

  const whole = ledgerText(plan, partials);
  const firstLine = whole.slice(0, whole.indexOf('\n'));
  test.each<[what: string, text: string, message: string]>([
    ['notes', 'my notes', 'is not a ledger file of queens-par'],
    ['a table', 'a,b\n1,2\n', 'is not a ledger file of queens-par'],
    ['other JSON', '{"schema":"something else"}\n', 'is not a ledger file of queens-par'],
    ['CR for LF', whole.replaceAll('\n', '\r'), "its line ends were changed to CR; tr '\\r' '\\n' changes them back"],
    ['CR LF', whole.replaceAll('\n', '\r\n'), "its line ends were changed to CR LF; tr -d '\\r' changes them back"],
    ['spaces for LF', whole.replaceAll('\n', ' '), 'line 1 is incomplete, and nothing follows it'],
    [
      'the first line of another n',
      firstLine.replace('"n":9', '"n":8'),
      'line 1 is incomplete, and nothing follows it',
    ],
    ['a first line and zeros', `${firstLine.slice(0, 50)}\0\0\0`, 'line 1 is incomplete, and nothing follows it'],
    ['a damaged first line', whole.replace('"n":9', '"n":8'), 'line 1, which says what was counted, is damaged'],
  ])('that has %s is an error and stays as it is', (_, text, message) => {
    const file = path('kept');
    writeFileSync(file, text);
    for (const options of [{}, { repair: true }, { drop: ['0.2'] }]) {
      expect(() => look(file, nine, options)).toThrow(message.includes('not a ledger') ? UsageError : LedgerFileError);
      expect(() => look(file, nine, options)).toThrow(file);
      expect(() => look(file, nine, options)).toThrow(message);
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });
});

describe('refused', () => {
  test.each<[Partial<LedgerRequest>, string]>([
    [{ n: 10 }, 'n = 9, not 10'],
    [{ options: { depth: 3 } }, 'depth 2, not 3'],
    [{ options: { algorithm: 'meet', memory: 2 ** 28 } }, 'algorithm bitmask, not meet'],
    [{ part: { k: 2, m: 3 } }, 'the whole count, not part 2/3'],
    [{ like: planBitmask(9, 3) }, 'depth 2, not 3'],
  ])('a file of something other than %j, which stays as it is', (request, message) => {
    const file = path('other');
    const text = ledgerText(plan, partials).replace('0.250', '0.350').slice(0, -5); // one damaged and one torn line
    writeFileSync(file, text);
    for (const options of [{}, { repair: true, drop: ['0.2'] }]) {
      const refused = () => look(file, { ...nine, ...request }, options);
      expect(refused).toThrow(new UsageError(`${file} is for ${message}`));
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });

  test('a plan to count by that is of another count, before any file is made', () => {
    const file = path('unmade');
    const refused = () => openLedger(file, { ...nine, like: planBitmask(8, 2) });
    expect(refused).toThrow(new UsageError('--plan-of names a plan for n = 8, not 9'));
    expect(existsSync(file)).toBe(false);
  });

  test('a file whose plan is not made any more, which stays as it is', () => {
    const file = path('old');
    const text = ledgerText({ ...plan, hash: 'f'.repeat(64) }, partials);
    writeFileSync(file, text);
    expect(() => look(file, nine, { repair: true })).toThrow(UsageError);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('a file that somebody is writing to', () => {
    const file = path('busy');
    const { ledger } = openLedger(file, nine);
    expect(() => openLedger(file, nine)).toThrow(new UsageError(`${file} is in use by another process`));
    ledger.close();
    expect(look(file).held).toEqual([]);
  });

  test.each<[file: string, message: string]>([
    ['/dev/full', 'is not a regular file'],
    ['/dev', 'is a folder, not a file'],
    [path('nowhere/file'), 'cannot be opened for writing: no such file or directory'],
    [path('x'.repeat(300)), 'cannot be opened for writing: the name is too long'],
    [path('file/file'), 'cannot be opened for writing: a part of the path is not a folder'],
    [path('circle'), 'cannot be opened for writing: its links lead in a circle'],
    [path('zero\0byte'), 'cannot be opened for writing: '],
  ])('%s', (file, message) => {
    writeFileSync(path('file'), '');
    symlinkSync('circle', path('circle'));
    expect(() => look(file)).toThrow(UsageError);
    expect(() => look(file)).toThrow(`${file} ${message}`);
    rmSync(path('circle'));
  });
});

describe('repair', () => {
  test('drops damaged lines, names them, and leaves the others', () => {
    const file = path('damaged');
    const lines = ledgerText(plan, partials).split('\n');
    for (const at of [4, 5, 20]) lines[at] = lines[at]?.replace(' 0.250', ' 0.350') ?? '';
    writeFileSync(file, lines.join('\n'));
    expect(() => look(file)).toThrow(`${file}: lines 5, 6, 21 are damaged; --repair drops them, to be counted again`);

    const { held, notes } = look(file, nine, { repair: true });
    expect(held).toEqual(partials.filter((_, index) => ![3, 4, 19].includes(index)));
    expect(notes).toEqual([`Dropped from ${file}: 3 damaged lines (5, 6, 21).`]);
    expect(readFileSync(file, 'utf8')).toBe(lines.filter((_, index) => ![4, 5, 20].includes(index)).join('\n'));
    expect(look(file, nine, { repair: true }).notes).toEqual([]);
  });

  test('keeps who may read the file, follows a link to it, and goes on in the new file', () => {
    writeFileSync(path('private'), ledgerText(plan, partials).replace('0.250', '0.350'), { mode: 0o640 });
    symlinkSync('private', path('link to private'));
    const { ledger } = openLedger(path('link to private'), nine, { repair: true });
    ledger.enter({ id: '0.2', count: 0, work: 0, milliseconds: 0 });
    ledger.close();
    expect(statSync(path('private')).mode & 0o777).toBe(0o640);
    expect(lstatSync(path('link to private')).isSymbolicLink()).toBe(true);
    expect(look(path('private')).held).toHaveLength(partials.length);
  });

  test('does not let another process in', () => {
    const file = path('mended');
    writeFileSync(file, ledgerText(plan, partials).replace('0.250', '0.350'));
    const { ledger } = openLedger(file, nine, { repair: true });
    expect(() => openLedger(file, nine)).toThrow(new UsageError(`${file} is in use by another process`));
    ledger.close();
  });

  test('starts a file that is not there yet', () => {
    expect(look(path('new'), nine, { repair: true })).toMatchObject({ held: [], notes: [] });
  });

  test('what a killed process left beside a file is removed by the next', () => {
    const file = path('left');
    look(file);
    writeFileSync(`${file}.queens-par-new`, ledgerText(plan, partials).slice(0, 1000));
    look(file);
    expect(existsSync(`${file}.queens-par-new`)).toBe(false);
  });
});

describe('drop', () => {
  test('takes out the lines that contradict each other, which the error names', () => {
    const file = path('contradicted');
    writeFileSync(file, ledgerText(plan, [...partials, { id: '0.5', count: 99, work: 0, milliseconds: 0 }]));
    expect(() => look(file, nine, { repair: true })).toThrow(
      `${file}: line 30: subproblem 0.5 was counted twice: 3 and 99 (the first one in line 5); --drop 0.5 drops every line of it, to be counted again`,
    );
    const { held, notes } = look(file, nine, { drop: ['0.5'] });
    expect(held).toEqual(partials.filter(({ id }) => id !== '0.5'));
    expect(notes).toEqual([`Dropped from ${file}: what it had of subproblem 0.5 (line 5, 30).`]);
    expect(look(file, nine, { drop: ['0.5'] }).notes).toEqual([`${file} has no line of subproblem 0.5 to drop.`]);
  });

  test('takes out lines of subproblems that the plan does not have', () => {
    const file = path('foreign');
    const foreign = ['7.7', "$(a)'"].map((id) => ({ id, count: 0, work: 0, milliseconds: 0 }));
    writeFileSync(file, ledgerText(plan, [...foreign, ...partials]));
    expect(() => look(file)).toThrow(
      `line 2: the plan has no subproblem 7.7 (and 1 more such); --drop '7.7,$(a)'\\''' drops every line of them`,
    );
    expect(look(file, nine, { drop: ['7.7', "$(a)'"] }).held).toEqual(partials);
    expect(readFileSync(file, 'utf8')).toBe(ledgerText(plan, partials));
  });
});

describe('while it is open', () => {
  let files = 0;

  /** Does something to a file that is being counted into. */
  function meanwhile(name: string, act: (file: string) => void) {
    const file = path(name);
    const notes: string[] = [];
    const { ledger } = openLedger(file, nine, { tell: (note) => void notes.push(note) });
    for (const partial of partials.slice(0, 10)) ledger.enter(partial);
    act(file);
    for (const partial of partials.slice(10)) ledger.enter(partial);
    ledger.close();
    return { file, notes };
  }

  test.each<[what: string, act: (file: string) => void]>([
    ['cut off the end of', (file) => truncateSync(file, statSync(file).size - 40)],
    ['cut off the end of', (file) => truncateSync(file)],
    ['removed', (file) => rmSync(file)],
  ])('a program that %s it: it is written again', (what, act) => {
    const { file, notes } = meanwhile(`again ${++files}`, act);
    expect(notes).toEqual([
      `Another program ${what} ${file} during the count: all that is finished was written again.`,
    ]);
    expect(look(file)).toMatchObject({ held: partials, notes: [] });
  });

  test('a sync that comes after the file was written again is no failure: its descriptor is closed by then', async () => {
    const file = path('late');
    const [first, second, ...others] = partials;
    assert(first && second);
    execFileSync('mkfifo', [path('pipe')]);
    const pipe = openSync(path('pipe'), 'r+');
    const { ledger } = openLedger(file, nine);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // Whatever Node does in threads of its own waits until these have read something, so a sync does.
    const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
    const reading = Array.from({ length: threads }, () => promisify(read)(pipe, { buffer: Buffer.alloc(1) }));

    ledger.enter(first);
    vi.advanceTimersByTime(1000);
    truncateSync(file);
    ledger.enter(second);
    vi.advanceTimersByTime(1000);
    writeSync(pipe, Buffer.alloc(threads));
    await Promise.all(reading);
    for (let i = 0; i < threads; i++) await stat(file); // by now the sync is over, too
    vi.useRealTimers();

    for (const partial of others) ledger.enter(partial);
    ledger.close();
    closeSync(pipe);
    expect(look(file)).toMatchObject({ held: partials, notes: [] });
  });

  test('a file that was moved is told of, and filled where it is', () => {
    const { file, notes } = meanwhile('moved', (file) => renameSync(file, `${file} away`));
    expect(notes).toEqual([
      `Another program moved or replaced ${file} during the count: what is finished is saved in the moved file.`,
    ]);
    expect(look(`${file} away`).held).toEqual(partials);
    expect(existsSync(file)).toBe(false);
  });

  test('what another program writes into it is told of, and can be repaired', () => {
    const { file, notes } = meanwhile('shared', (file) => appendFileSync(file, 'me too\n'));
    expect(notes).toEqual([
      `Another program wrote to ${file} during the count. If lines of it are damaged, --repair drops them.`,
    ]);
    expect(() => look(file)).toThrow('line 12 is damaged');
    expect(look(file, nine, { repair: true }).held).toEqual(partials);
  });

  test('a file that was replaced is told of, and the other one is left alone', () => {
    const { file, notes } = meanwhile('replaced', (file) => {
      writeFileSync(`${file} other`, 'mine');
      renameSync(`${file} other`, file);
    });
    expect(notes).toEqual([
      `Another program moved or replaced ${file} during the count: what is finished is no longer saved.`,
    ]);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  test('times that no clock should give are written so that they can be read', () => {
    const file = path('clock');
    const { ledger } = openLedger(file, nine);
    const times: readonly number[] = [-1, -1e-9, Number.NaN, Number.POSITIVE_INFINITY, 1e15, 999_999_999_998.999];
    partials.slice(0, times.length).forEach((partial, index) => {
      ledger.enter({ ...partial, milliseconds: times[index] ?? 0 });
    });
    ledger.close();
    expect(look(file).held.map(({ milliseconds }) => milliseconds)).toEqual([0, 0, 0, 0, 0, 999_999_999_998.999]);
  });
});

describe('writeLedgerFile', () => {
  test('writes a file, and adds to one of the same plan', () => {
    const file = path('written');
    const [first, second] = [partials.slice(0, 15), partials.slice(10)].map((held) => {
      const memory = new MemoryLedger(plan.subproblems);
      for (const partial of held) memory.enter(partial);
      return memory;
    });
    if (first) writeLedgerFile(file, plan, first);
    expect(look(file).held).toEqual(partials.slice(0, 15));
    if (second) writeLedgerFile(file, plan, second);
    expect(look(file).held).toEqual(partials);
  });

  test('refuses a file of another plan, and one that contradicts it, and leaves both as they are', () => {
    const memory = new MemoryLedger(plan.subproblems);
    for (const partial of partials) memory.enter(partial);
    const other = ledgerText(planBitmask(9, 3), []);
    const contradiction = ledgerText(plan, [{ id: '0.3', count: 77, work: 0, milliseconds: 0 }]);
    const file = path('unwritten');
    for (const [text, message] of [
      [other, `${file} is for depth 3, not 2`],
      [contradiction, `subproblem 0.3 was counted twice: 77 and 1 (the first one in ${file})`],
    ] as const) {
      writeFileSync(file, text);
      expect(() => writeLedgerFile(file, plan, memory)).toThrow(message);
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });
});
