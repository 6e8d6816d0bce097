import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../../src/cluster/postgres/own-database.js';
import { PROGRAM, queensPar } from '../e2e/program.js';
import { has } from '../machine.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { VERSIONS, windowsPath, wineForTests } from './wine.js';

/** Options of `waitFor` for a busy machine. */
const PATIENT = { timeout: 250_000, interval: 100 };

/** Returns the arguments of a count with a thousand subproblems, which can be interrupted at any time. */
const countTo = (n: number, file: string, threads = 2) =>
  [n, '--algorithm', 'bitmask', '--depth', 3, '--threads', threads, '--checkpoint', file].map(String);

/** Returns the number of complete lines of a file, or 0 if it does not exist yet. */
function countLines(file: string): number {
  return existsSync(file) ? readFileSync(file, 'latin1').split('\n').length - 1 : 0;
}

/** Waits until a count has written more lines. */
async function waitForLines(file: string, more = 5): Promise<void> {
  const before = countLines(file);
  await vi.waitFor(() => expect(countLines(file)).toBeGreaterThan(before + more), PATIENT);
}

const folder = temporaryFolder();

describe.runIf(has('wine'))('on Windows', { timeout: 300_000 }, () => {
  const wine = wineForTests();
  // Wine's server crashes now and then on a busy machine, and ends all programs.
  const retry = { count: 3, condition: () => wine.hasCrashed() };

  describe.each(VERSIONS)('with Node.js %s', { retry }, (version) => {
    let cwd: string;
    const path = (name: string) => join(cwd, name);
    beforeEach(async () => {
      cwd = mkdtempSync(folder('test-'));
      await wine.startAgent(version);
    });

    /** Starts the program in the folder of this test. */
    const start = (args: readonly string[]) => wine.start(version, [windowsPath(PROGRAM), ...args], path(''));
    const run = (args: readonly string[]) => start(args).finished;

    test.each([
      ['8', '92\n'],
      ['17 --threads 2', '95815104\n'],
      ['14 --verify', '365596\n'],
    ])('%s prints the count', async (line, stdout) => {
      expect(await run(line.split(' '))).toMatchObject({ stdout, exitCode: 0 });
    });

    test('a checkpoint is read during its count, survives two killed processes, and changes systems', async () => {
      const args = countTo(18, 'a.ledger');
      const first = start(countTo(18, 'a.ledger', 1)); // still counting when the last reader ends
      await waitForLines(path('a.ledger'));
      expect(await run(args)).toMatchObject({ stderr: expect.stringContaining('is in use by another'), exitCode: 2 });
      const locks = join(import.meta.dirname, 'mandatory-locks.cjs');
      const readers = [
        ['audit a.ledger', 0],
        ['export a.ledger', 0],
        ['merge a.ledger', 1], // subproblems are missing
      ] as const;
      for (const [line, exitCode] of readers) {
        const words = ['--require', windowsPath(locks), windowsPath(PROGRAM), ...line.split(' ')];
        expect(await wine.start(version, words, path('')).finished, line).toMatchObject({ exitCode });
      }
      first.kill();
      expect((await first.finished).exitCode).not.toBe(0);
      const kept = countLines(path('a.ledger'));

      const second = execa(process.execPath, [PROGRAM, ...args], { cwd: path(''), reject: false });
      await waitForLines(path('a.ledger'));
      second.kill('SIGKILL');
      await second;
      expect(countLines(path('a.ledger'))).toBeGreaterThan(kept);

      const third = await run(args);
      expect(third).toMatchObject({ stdout: '666090624\n', exitCode: 0 });
      expect(third.stderr).toContain(' subproblems counted earlier');
      expect(await queensPar(['audit', path('a.ledger')])).toMatchObject({ exitCode: 0 });
    });

    test('a resumed count waits for a reader that holds the file, and fails if it stays', async () => {
      const args = ['14', '--algorithm', 'bitmask', '--checkpoint', 'held.ledger'];
      await run(args);
      for (const [milliseconds, exitCode] of [
        [1500, 0],
        [100_000, 2],
      ] as const) {
        const whole = readFileSync(path('held.ledger'), 'utf8');
        // A finished ledger has its total, although it cannot be replaced.
        if (exitCode === 2) writeFileSync(path('held.ledger'), whole.replace(/.*\n$/, ''));
        const opened = `opened ${milliseconds}`;
        const script = `fs.openSync('held.ledger'); fs.mkdirSync('${opened}'); setTimeout(() => {}, ${milliseconds})`;
        const reader = wine.start(version, ['-e', script], path(''));
        await vi.waitFor(() => expect(existsSync(path(opened))).toBe(true), PATIENT);
        const before = readFileSync(path('held.ledger'));
        const { stderr, ...rest } = await run(args);
        expect(rest).toEqual({ stdout: exitCode === 0 ? '365596\n' : '', exitCode });
        if (exitCode === 2)
          expect(stderr).toMatch(
            /^(Planning .*\n)?queens-par: could not replace held\.ledger: another program has it open\. Copy it .*\n$/,
          );
        expect(readFileSync(path('held.ledger'))).toEqual(before);
        reader.kill();
        await reader.finished;
      }
    });

    test('serve shows a count in its folder, which is resumed while browsers poll', async () => {
      mkdirSync(path('data'));
      const args = countTo(16, 'data\\b.ledger');
      const port = await findFreePort(0);
      const server = start(['serve', 'data', '--port', String(port)]);
      const list = async () => (await fetch(`http://127.0.0.1:${port}/ledgers/`)).json();
      await vi.waitFor(list, PATIENT);
      const first = start(args);
      await waitForLines(path('data/b.ledger'));
      await vi.waitFor(async () => expect(await list()).toMatchObject({ ledgers: [{ name: 'b.ledger' }] }), PATIENT);
      first.kill();
      await first.finished;
      const polls = setInterval(() => list().catch(() => {}), 50);
      expect(await run(args)).toMatchObject({ stdout: '14772512\n', exitCode: 0 });
      clearInterval(polls);
      const { size } = statSync(path('data/b.ledger'));
      await vi.waitFor(async () => expect(await list()).toMatchObject({ ledgers: [{ size }] }), PATIENT);
      server.kill();
      await server.finished;
    });

    test('Ctrl-C ends a count with exit code 130 and a command that resumes it', async () => {
      const { console, exitCode, screen } = wine.startOnConsole(version, countTo(17, 'my c.ledger'), path(''));
      await waitForLines(path('my c.ledger'));
      console.write('\x03');
      expect(await exitCode).toBe(130);
      expect(screen().replaceAll(/\s+/g, ' ')).toContain('--checkpoint "my c.ledger"');
    });

    test('names may contain spaces, any letters, and 300 characters, and * stands for several files', async () => {
      const long = [...Array(3).fill('x'.repeat(100)), 'größe ♛'].join('\\');
      mkdirSync(path(long.replaceAll('\\', '/')), { recursive: true });
      for (const k of [1, 2]) {
        const part = ['12', '--part', `${k}/2`, '--out', `${long}\\part ${k}.ledger`];
        expect(await run(part)).toMatchObject({ stdout: '', exitCode: 0 });
      }
      expect(await run(['merge', `${long}\\*.ledger`, '--out', 'total.ledger'])).toMatchObject({ stdout: '14200\n' });
      expect(await run(['merge', 'TOTAL.*'])).toMatchObject({ stdout: '14200\n', exitCode: 0 });
    });

    test.each(['NUL', 'aux.ledger', 'x.ledger.', 'a:b'])('%s is refused as a checkpoint', async (name) => {
      expect(await run(['8', '--checkpoint', name])).toMatchObject({ stdout: '', exitCode: 2 });
      expect(existsSync(path(name))).toBe(false);
    });
  });
});
