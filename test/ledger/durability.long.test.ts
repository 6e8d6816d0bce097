import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { PROGRAM, queensPar } from '../e2e/program.js';
import { has } from '../machine.js';
import { temporaryFolder } from './folder.js';

const path = temporaryFolder();

/** Runs a command under strace. @returns its result, and its system calls on a ledger, like `fdatasync x.ledger`. */
async function traced(args: readonly string[], faultOfSync?: string) {
  const log = path('calls');
  const faults = faultOfSync ? ['-e', `inject=fdatasync:${faultOfSync}`] : [];
  const options = ['-f', '-y', '-o', log, '-e', 'trace=write,fdatasync,fsync,rename', ...faults];
  const { exitCode, stderr } = await execa('strace', [...options, process.execPath, PROGRAM, ...args], {
    reject: false,
    env: { UV_THREADPOOL_SIZE: '1' }, // strace counts the calls of each thread separately
  });
  const lines = readFileSync(log, 'latin1').matchAll(/ (\w+)\((?:\d+<|")([^">]*ledger[^">]*)[">]/g);
  return { exitCode, stderr, calls: Array.from(lines, ([, call, file = '']) => `${call} ${basename(file)}`) };
}

/** Returns the calls that are expected when a file is replaced. */
function replaced(file: string): string[] {
  const beside = `${file}.queens-par-new`;
  return [`write ${beside}`, `fsync ${beside}`, `rename ${beside}`, `fsync ${basename(path('.'))}`];
}

/** strace shows calls of Node.js that tests within a process cannot see. */
describe.runIf(has('strace'))('under strace', () => {
  const count = ['16', '--algorithm', 'bitmask', '--depth', '3', '--threads', '2', '--checkpoint'];

  test('count and merge replace a file by the right sequence of calls, and a count syncs at its end', async () => {
    const file = path('a.ledger');
    const { calls, exitCode } = await traced([...count, file]);
    expect(exitCode).toBe(0);
    expect(calls.slice(0, 4)).toEqual(replaced('a.ledger'));
    expect(calls.at(-1)).toBe('fdatasync a.ledger');
    const merge = await traced(['merge', file, '--out', path('b.ledger')]);
    expect(merge.calls).toEqual(replaced('b.ledger'));
  });

  // The fault is in the second sync of Node.js outside the main thread.
  test.each([
    ['EIO', 'error=EIO:when=2+'],
    ['ENOSPC', 'error=ENOSPC:when=2+'],
    ['a late EIO', 'error=EIO:delay_enter=3000000:when=2'],
  ])('a sync with %s fails the count, and the next count rewrites the file', async (name, fault) => {
    const file = path(`${name}.ledger`);
    const failed = await traced([...count, file, '--quiet'], fault);
    expect(failed).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/cannot be synced: .* is not saved/) });
    const resumed = await traced([...count, file]);
    expect(resumed.exitCode).toBe(0);
    expect(resumed.calls.slice(0, 4)).toEqual(replaced(`${name}.ledger`));
    expect(await queensPar(['merge', file])).toMatchObject({ stdout: '14772512', exitCode: 0 });
  });
});
