import type * as fs from 'node:fs';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LedgerFileError } from '../../src/errors/errors.js';
import { MemoryLedger } from '../../src/ledger/memory.js';
import { openLedger, writeLedgerFile } from '../../src/ledger/open.js';
import { readFile } from '../../src/ledger/regular-file.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { temporaryFolder } from './folder.js';
import { countedInTurn, ledgerText } from './ledger-text.js';

/**
 * The calls of the system that change a disk, in order; the errors of calls to come; what happens during a sync; the most bytes
 * that it takes at a time, and whether it says then that it took all.
 */
const disk = vi.hoisted(() => ({
  calls: [] as string[],
  errors: new Map<string, (NodeJS.ErrnoException | undefined)[]>(),
  during: () => {},
  most: Number.POSITIVE_INFINITY,
  lies: false,
}));

/** The file system, except that it writes down some calls and fails where a test says so. */
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const names = new Map<number, string>();
  function call(name: string, detail?: number | string): NodeJS.ErrnoException | undefined {
    disk.calls.push(detail === undefined ? name : `${name} ${names.get(Number(detail)) ?? detail}`);
    return disk.errors.get(name)?.shift();
  }
  /** A function that is written down by its name and by its first argument. */
  function traced<T extends (...args: never[]) => unknown>(name: string, act: T): T {
    const wrapper = (...args: Parameters<T>) => {
      const error = call(name, String(args[0]));
      if (error) throw error;
      return act(...args);
    };
    return wrapper as unknown as T; // the same arguments and result
  }
  return {
    ...real,
    openSync(...[file, ...rest]: Parameters<typeof real.openSync>) {
      const descriptor = real.openSync(file, ...rest);
      names.set(descriptor, basename(String(file)));
      return descriptor;
    },
    fdatasync(descriptor: number, done: (error: Error | null) => void) {
      const error = call('fdatasync', descriptor);
      disk.during();
      if (error) setTimeout(done, 50, error);
      else real.fdatasync(descriptor, done);
    },
    fdatasyncSync: traced('fdatasync', real.fdatasyncSync),
    fsyncSync: traced('fsync', real.fsyncSync),
    fstatSync: traced('fstat', real.fstatSync),
    readSync: traced('read', real.readSync),
    writeSync: traced('write', (descriptor: number, bytes: Uint8Array, from: number) => {
      const length = Math.min(bytes.length - from, disk.most);
      const taken = length > 0 ? real.writeSync(descriptor, bytes, from, length) : 0;
      return disk.lies ? bytes.length - from : taken;
    }),
    renameSync(from: string, to: string) {
      call('rename', basename(to));
      for (const [descriptor, name] of names) if (name === basename(from)) names.set(descriptor, basename(to));
      real.renameSync(from, to);
    },
  };
});

const path = temporaryFolder();
const plan = planBitmask(9, 2);
const partials = countedInTurn(plan);
const [first, second, third] = partials;
const nine = { n: 9, options: {} };

function systemError(code: string, errno = -5): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: injected, x`), { code, errno, syscall: 'x' });
}

/** The calls since the last time, without those that only look. */
function changes(): string[] {
  return disk.calls.splice(0).filter((call) => !/^(fstat|read)/.test(call));
}

/** The calls that replace a file. */
function replaced(file: string) {
  const beside = `${file}.queens-par-new`;
  return [`write ${beside}`, `fsync ${beside}`, `rename ${file}`, expect.stringMatching(/^fsync queens-par-ledger-/)];
}

function enter({ ledger }: ReturnType<typeof openLedger>, partial = first): void {
  if (partial) ledger.add(partial);
}

beforeEach(() => {
  disk.calls.length = 0;
  disk.errors.clear();
  Object.assign(disk, { during() {}, most: Number.POSITIVE_INFINITY, lies: false });
});

describe('what is finished reaches the disk', () => {
  test('each line is synced within a second, and the last ones at the end', async () => {
    const opened = openLedger(path('a'), nine);
    expect(changes()).toEqual(replaced('a'));
    for (const partial of [first, second]) {
      enter(opened, partial);
      expect(changes()).toEqual(['write a']);
      await vi.waitFor(() => expect(changes()).toEqual(['fdatasync a']), 60_000);
    }
    enter(opened, third);
    await opened.ledger.close();
    expect(changes()).toEqual(['write a', 'fdatasync a']);
  });

  test('a file is replaced by writing, syncing, renaming, and syncing the folder, in this order', () => {
    writeLedgerFile(path('b'), plan, new MemoryLedger());
    expect(changes()).toEqual(replaced('b'));
  });

  test('a resumed file is rewritten before it is trusted', async () => {
    writeFileSync(path('c'), ledgerText(plan, partials));
    const { ledger } = openLedger(path('c'), nine);
    expect(changes()).toEqual(replaced('c'));
    await ledger.close();
    expect(readFileSync(path('c'), 'utf8')).toBe(ledgerText(plan, partials));
  });
});

describe('a sync that fails', () => {
  test('it is said since when nothing is saved, and no more is entered', async () => {
    const opened = openLedger(path('d'), nine);
    disk.errors.set('fdatasync', [systemError('EIO')]);
    enter(opened);
    await vi.waitFor(() => expect(() => enter(opened, second)).toThrow(LedgerFileError), 60_000);
    await expect(opened.ledger.close()).rejects.toThrow(
      /d cannot be synced: the disk reported an error\. Work finished after \d\d:\d\d:\d\d is not saved: /,
    );
  });

  test('an error that comes while the file is being closed is not lost', async () => {
    const opened = openLedger(path('e'), nine);
    enter(opened);
    disk.errors.set('fdatasync', [systemError('EIO')]);
    await vi.waitFor(() => expect(changes()).toContain('fdatasync e'), { timeout: 60_000, interval: 1 });
    await expect(opened.ledger.close()).rejects.toThrow('cannot be synced');
  });

  test('work is saved up to the start of the last sync that succeeded', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 1, 10) });
    const opened = openLedger(path('since'), nine);
    vi.setSystemTime(new Date(2026, 0, 1, 11));
    disk.during = () => vi.setSystemTime(new Date(2026, 0, 1, 12));
    enter(opened);
    await vi.waitFor(() => expect(changes()).toContain('fdatasync since'), 60_000);
    enter(opened, second);
    disk.errors.set('fdatasync', [systemError('EIO')]);
    await expect(opened.ledger.close()).rejects.toThrow(/Work finished after 11:\d\d:\d\d is not saved/);
    vi.useRealTimers();
  });

  test('a file that cannot be synced is not resumed', () => {
    writeFileSync(path('f'), ledgerText(plan, partials));
    disk.errors.set('fsync', [systemError('EIO')]);
    expect(() => openLedger(path('f'), nine)).toThrow(LedgerFileError);
  });
});

describe('other errors of the system', () => {
  test.each(['EIO', 'ENOMEM', 'ESTALE'])('%s of a look at the file is no exception', async (code) => {
    const opened = openLedger(path(code), nine);
    disk.errors.set('fstat', [systemError(code)]);
    enter(opened);
    await opened.ledger.close();
    expect(readFileSync(path(code), 'utf8').split('\n')).toHaveLength(3); // the first line, one of an entry, and the end
  });

  test('a disk that takes nothing is an error, not an endless loop', async () => {
    const opened = openLedger(path('g'), nine);
    disk.most = 0;
    expect(() => enter(opened)).toThrow(LedgerFileError);
    await expect(opened.ledger.close()).rejects.toThrow('cannot be written: the disk reported an error');
  });

  test('a disk that takes a line in pieces has all of it', async () => {
    const opened = openLedger(path('pieces'), nine);
    disk.most = 5;
    for (const partial of partials) enter(opened, partial);
    await opened.ledger.close();
    const [, ...lines] = readFileSync(path('pieces'), 'utf8').split('\n');
    expect(lines).toEqual(ledgerText(plan, partials).split('\n').slice(1));
  });

  test('a disk that is full after half a line keeps the lines before', async () => {
    const opened = openLedger(path('half'), nine);
    enter(opened);
    const before = readFileSync(path('half'), 'utf8');
    disk.most = 5;
    disk.errors.set('write', [undefined, systemError('ENOSPC', -28)]);
    expect(() => enter(opened, second)).toThrow('no space left on the disk. Its contents are whole');
    expect(readFileSync(path('half'), 'utf8')).toBe(before);
    await expect(opened.ledger.close()).rejects.toThrow('no space left on the disk');
  });

  test('a disk that says that it took all, and did not, leaves the old file', () => {
    const text = ledgerText(plan, partials);
    writeFileSync(path('lost'), text);
    Object.assign(disk, { most: 100, lies: true });
    expect(() => openLedger(path('lost'), nine)).toThrow(
      'cannot be written and is unchanged: the disk reported an error',
    );
    expect(readFileSync(path('lost'), 'utf8')).toBe(text);
  });

  test('no descriptor stays open, whatever fails', async () => {
    const held = () => readdirSync('/proc/self/fd').length;
    writeFileSync(path('held'), ledgerText(plan, partials));
    const before = held();
    await openLedger(path('held'), nine).ledger.close();
    writeLedgerFile(path('held'), plan, new MemoryLedger());
    readFile(path('held'));
    expect(() => openLedger(path('held'), { ...nine, n: 8 })).toThrow('is for n = 9, not 8');
    for (const errors of [[systemError('EIO')], [undefined, systemError('EIO')]]) {
      disk.errors.set('fsync', errors); // of the file, of the folder
      expect(() => openLedger(path('held'), nine)).toThrow(LedgerFileError);
    }
    expect(held()).toBe(before);
  });

  test('reading goes on after a signal', () => {
    writeFileSync(path('h'), 'text');
    disk.errors.set('read', [systemError('EINTR', -4)]);
    expect(readFile(path('h'))).toBe('text');
  });

  test('a replaced file whose folder cannot be synced is not said to be as it was', () => {
    writeFileSync(path('i'), ledgerText(plan, partials).replace('0.250', '0.350'));
    disk.errors.set('fsync', [undefined, systemError('EIO')]); // of the file, of the folder
    expect(() => openLedger(path('i'), nine, { repair: true })).toThrow('i is written, but a power cut may undo that');
  });

  test.each([
    ['UNKNOWN', -122, 'your disk quota is used up'],
    ['Unknown system error -116', -116, 'the file server no longer knows it'],
    ['ENOSPC', -28, 'no space left on the disk'],
    ['EROFS', -30, 'read-only file system'],
  ])('%s is put into words', async (code, errno, words) => {
    const opened = openLedger(path('words'), nine);
    disk.errors.set('write', [systemError(code, errno)]);
    expect(() => enter(opened)).toThrow(`words cannot be written: ${words}. Its contents are whole`);
    await expect(opened.ledger.close()).rejects.toThrow(words);
  });
});
