import type * as fs from 'node:fs';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LedgerFileError } from '../../../src/core/errors/errors.js';
import { assertSize } from '../../../src/core/results/header.js';
import { Results } from '../../../src/core/results/results.js';
import { nameReplacement } from '../../../src/node/files/file-name.js';
import { readFile } from '../../../src/node/files/regular-file.js';
import { openLedger, writeLedgerFile } from '../../../src/node/ledger/open.js';
import { planBitmask } from '../../core/plan/plans.js';
import { countedInTurn, ledgerText } from '../../core/results/ledger-text.js';
import { has } from '../../machine.js';
import { temporaryFolder } from './folder.js';

/** The recorded system calls, and the faults to inject. */
const disk = vi.hoisted(() => ({
  /** System calls, in order. */
  calls: [] as string[],
  /** Errors of the next calls, by the name of the call. A call succeeds if its error is undefined. */
  errors: new Map<string, (NodeJS.ErrnoException | undefined)[]>(),
  /** Maximum number of bytes that one write accepts. */
  most: Number.POSITIVE_INFINITY,
  /** If true, each write reports that it accepted all bytes. */
  lies: false,
  /** If true, the inode number of an open file differs from that of its path and changes with every call. */
  hasNumbers: true,
}));

/** Records some calls to the file system, and makes them fail on request. */
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const names = new Map<number, string>();
  function call(name: string, detail?: number | string): NodeJS.ErrnoException | undefined {
    disk.calls.push(detail === undefined ? name : `${name} ${names.get(Number(detail)) ?? detail}`);
    return disk.errors.get(name)?.shift();
  }
  /** Wraps a function so that its calls are recorded with their first argument. */
  function traced<T extends (...args: never[]) => unknown>(name: string, act: T): T {
    const wrapper = (...args: Parameters<T>) => {
      const error = call(name, String(args[0]));
      if (error) throw error;
      return act(...args);
    };
    return wrapper as unknown as T; // the wrapper has the same arguments and result
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
      if (error) setTimeout(done, 50, error);
      else real.fdatasync(descriptor, done);
    },
    fdatasyncSync: traced('fdatasync', real.fdatasyncSync),
    fsyncSync: traced('fsync', real.fsyncSync),
    fstatSync: traced('fstat', (descriptor: number, options?: { bigint: true }) => {
      const stats = real.fstatSync(descriptor, options);
      if (!disk.hasNumbers) Object.assign(stats, { ino: disk.calls.length });
      return stats;
    }),
    readSync: traced('read', real.readSync),
    statSync: traced('stat', real.statSync),
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

function systemError(code: string, errno = -5): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: injected, x`), { code, errno, syscall: 'x' });
}

/** Returns the calls since the last call of this function, except fstat, stat and read. */
function changes(): string[] {
  return disk.calls.splice(0).filter((call) => !/^(fstat|stat|read)/.test(call));
}

/** Returns the calls that are expected when a file is replaced. */
function replaced(file: string) {
  const beside = basename(nameReplacement(file));
  const last = has('posix') ? expect.stringMatching(/^fsync queens-par-ledger-/) : `fsync ${file}`; // the folder
  return [`write ${beside}`, `fsync ${beside}`, `rename ${file}`, last];
}

function add(results: Results, partial = first): void {
  if (partial) results.add(partial);
}

beforeEach(() => {
  disk.calls.length = 0;
  disk.errors.clear();
  Object.assign(disk, { most: Number.POSITIVE_INFINITY, lies: false, hasNumbers: true });
});

describe('syncs', () => {
  test('each line is synced soon after it is written, and the file is synced at the end', async () => {
    const opened = openLedger(path('a'), plan);
    expect(changes()).toEqual(replaced('a'));
    for (const partial of [first, second]) {
      add(opened, partial);
      expect(changes()).toEqual(['write a']);
      await vi.waitFor(() => expect(changes()).toEqual(['fdatasync a']), 60_000);
    }
    add(opened, third);
    await opened.close();
    expect(changes()).toEqual(['write a', 'fdatasync a']);
  });

  test('a resumed file is rewritten first', async () => {
    writeFileSync(path('c'), ledgerText(plan, partials));
    const results = openLedger(path('c'), plan);
    expect(changes()).toEqual(replaced('c'));
    await results.close();
    expect(readFileSync(path('c'), 'utf8')).toBe(ledgerText(plan, partials));
  });
});

describe('a failed sync', () => {
  test('later results are refused, and the error says that work may be lost', async () => {
    const opened = openLedger(path('d'), plan);
    disk.errors.set('fdatasync', [systemError('EIO')]);
    add(opened);
    await vi.waitFor(() => expect(() => add(opened, second)).toThrow(LedgerFileError), 60_000);
    await expect(opened.close()).rejects.toThrow(
      /could not sync .*d: the disk reported an error\. The latest results may not be on the disk\. /,
    );
  });

  test('close reports the error of a sync that is still running', async () => {
    const opened = openLedger(path('e'), plan);
    add(opened);
    disk.errors.set('fdatasync', [systemError('EIO')]);
    await vi.waitFor(() => expect(changes()).toContain('fdatasync e'), { timeout: 60_000, interval: 1 });
    await expect(opened.close()).rejects.toThrow('could not sync');
  });

  test('a file that could not be synced is not resumed, but is read if it is complete', () => {
    for (const missing of [1, 0]) {
      writeFileSync(path('f'), ledgerText(plan, partials.slice(missing)));
      disk.errors.set('fsync', [systemError('EIO')]);
      const opening = () => openLedger(path('f'), plan).size;
      if (missing > 0) expect(opening).toThrow(LedgerFileError);
      else expect(opening()).toBe(partials.length);
    }
  });
});

test('where inode numbers change, a file is kept unless its length changes, and one line says so', async () => {
  disk.hasNumbers = false;
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const inodes = /^Inode numbers change on the file system of /;
  for (const [name, change, warnings] of [
    ['odd', () => {}, [inodes]],
    ['emptied', () => writeFileSync(path('emptied'), ''), [inodes, /^Another program changed .* rewritten/]],
  ] as const) {
    const opened = openLedger(path(name), plan);
    for (const partial of [first, second]) {
      add(opened, partial);
      await vi.waitFor(() => expect(changes().at(-1)).toBe(`fdatasync ${name}`), 60_000);
    }
    change();
    add(opened, third);
    await opened.close();
    expect(warn.mock.calls).toEqual(warnings.map((warning) => [expect.stringMatching(warning)]));
    expect(readFileSync(path(name), 'utf8').split('\n')).toHaveLength(5);
    warn.mockClear();
  }
  warn.mockRestore();
});

describe('other system errors', () => {
  test('a write that accepts no bytes is an error', async () => {
    const opened = openLedger(path('g'), plan);
    disk.most = 0;
    expect(() => add(opened)).toThrow(LedgerFileError);
    await expect(opened.close()).rejects.toThrow(/could not write .*: the disk reported an error/);
  });

  test('a line is written completely by several short writes', async () => {
    const opened = openLedger(path('pieces'), plan);
    disk.most = 5;
    for (const partial of partials) add(opened, partial);
    await opened.close();
    const [, ...lines] = readFileSync(path('pieces'), 'utf8').split('\n');
    expect(lines).toEqual(ledgerText(plan, partials).split('\n').slice(1));
  });

  test('a line that does not fit on the disk is torn, and the others are kept', async () => {
    const opened = openLedger(path('half'), plan);
    add(opened);
    const before = readFileSync(path('half'), 'utf8');
    disk.most = 5;
    disk.errors.set('write', [undefined, systemError('ENOSPC', -28)]);
    expect(() => add(opened, second)).toThrow("no space left on the disk. The file's contents are intact");
    await expect(opened.close()).rejects.toThrow('no space left on the disk');
    disk.most = Number.POSITIVE_INFINITY;
    await openLedger(path('half'), plan).close();
    expect(readFileSync(path('half'), 'utf8')).toBe(before);
  });

  test.each<[string, () => void, string]>([
    [
      'loses bytes without an error',
      () => Object.assign(disk, { most: 100, lies: true }),
      'the disk reported an error',
    ],
    [
      'is full',
      () => {
        disk.most = 100;
        disk.errors.set('write', [undefined, systemError('ENOSPC', -constants.errno.ENOSPC)]);
      },
      'no space left on the disk',
    ],
  ])('a file is not replaced if the disk %s, and no other file is left', (_, spoil, reason) => {
    const text = ledgerText(plan, partials.slice(1));
    writeFileSync(path('lost'), text);
    spoil();
    expect(() => openLedger(path('lost'), plan)).toThrow(`lost, which is unchanged: ${reason}`);
    expect(readFileSync(path('lost'), 'utf8')).toBe(text);
    spoil();
    expect(() => openLedger(path('new'), plan)).toThrow(reason);
    expect(readdirSync(path('.')).filter((name) => name.endsWith('-new'))).toEqual([]);
  });

  test.runIf(has('/proc/self/fd'))('no file descriptor stays open, whether a call succeeds or fails', async () => {
    const countDescriptors = () => readdirSync('/proc/self/fd').length;
    writeFileSync(path('open'), ledgerText(plan, partials.slice(1)));
    const before = countDescriptors();
    await openLedger(path('open'), plan).close();
    writeLedgerFile(path('open'), new Results(plan));
    readFile(path('open'), assertSize);
    expect(() => openLedger(path('open'), planBitmask(8, 2))).toThrow('is for n = 9, not 8');
    for (const errors of [[systemError('EIO')], [undefined, systemError('EIO')]]) {
      disk.errors.set('fsync', errors); // of the file, then of the folder
      expect(() => openLedger(path('open'), plan)).toThrow(LedgerFileError);
    }
    expect(countDescriptors()).toBe(before);
  });

  test('an error of any system call has the name of the file', () => {
    writeFileSync(path('named'), ledgerText(plan, []));
    for (const call of ['stat', 'fstat', 'read', 'write', 'fsync']) {
      disk.errors.clear();
      disk.errors.set(call, [systemError('EIO'), systemError('EIO'), systemError('EIO')]);
      expect(() => openLedger(path('named'), plan), call).toThrow(/named\b.*: the disk reported an error$/);
    }
    disk.errors.clear();
    mkdirSync(nameReplacement(path('named')));
    expect(() => openLedger(path('named'), plan)).toThrow(nameReplacement(path('named')));
  });

  test('reading continues after EINTR', () => {
    writeFileSync(path('h'), 'text');
    disk.errors.set('read', [systemError('EINTR', -4)]);
    expect(Buffer.from(readFile(path('h'), assertSize)).toString()).toBe('text');
  });

  test('the error says that the file is written if only the sync of its folder fails', () => {
    writeFileSync(path('i'), ledgerText(plan, partials).replace('0.250', '0.350'));
    disk.errors.set('fsync', [undefined, systemError('EIO')]); // of the file, then of the folder
    expect(() => openLedger(path('i'), plan, { repair: true })).toThrow('i was written, but a power cut may undo that');
  });

  const { EDQUOT, ESTALE, ENOSPC, EROFS } = constants.errno;
  test.runIf(has('posix')).each([
    ['UNKNOWN', -EDQUOT, 'your disk quota is used up'],
    [`Unknown system error -${ESTALE}`, -ESTALE, 'the file server no longer has this file'],
    ['ENOSPC', -ENOSPC, 'no space left on the disk'],
    ['EROFS', -EROFS, 'read-only file system'],
  ])('the system error %s gets a plain message', async (code, errno, words) => {
    const opened = openLedger(path('words'), plan);
    disk.errors.set('write', [systemError(code, errno)]);
    expect(() => add(opened)).toThrow(`words: ${words}. The file's contents are intact`);
    await expect(opened.close()).rejects.toThrow(words);
  });
});
