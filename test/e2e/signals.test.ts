import { closeSync, constants, openSync } from 'node:fs';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../ledger/folder.js';
import { has } from '../machine.js';
import { faultyEnvironment, PROGRAM } from './program.js';

const path = temporaryFolder();

/** Starts a count that would take hours, and waits for its progress. */
async function startCount(threads: number) {
  const args = [PROGRAM, '20', '--threads', String(threads), '--algorithm', 'bitmask', '--progress', 'always'];
  const options = { reject: false, timeout: 250_000, env: { CI: undefined } } as const;
  const run = execa(process.execPath, args, { ...options, forceKillAfterDelay: false }); // can take a long time to end
  await new Promise<void>((resolve) => run.stderr.on('data', (text) => /subproblems/.test(text) && resolve()));
  return { run }; // in an object, because `await` would wait for the end of the process
}

describe.each([
  ['SIGINT', 'interrupted'],
  ['SIGTERM', 'terminated'],
  ['SIGUSR1', 'terminated'],
  ['SIGXCPU', 'terminated'],
] as const)('%s', (signal, word) => {
  test('stops the count, prints its progress, and ends the process', async () => {
    const { run: running } = await startCount(2);
    running.kill(signal);
    const run = await running;
    expect(run.stderr).toMatch(new RegExp(`^queens-par: ${word}: \\d+ of 171 subproblems counted in \\d`, 'm'));
    expect(run.stdout).toBe('');
    expect(run.signal).toBe(signal);
    expect(run.timedOut).toBe(false);
  });

  test('stops a count without worker threads before its next subproblem', async () => {
    const env = { CI: undefined, ...faultyEnvironment('kernel-signalled'), SIGNAL: signal };
    const run = await execa(process.execPath, [PROGRAM, '17', '--threads', '1'], { reject: false, env });
    expect(run.stderr).toMatch(new RegExp(`^queens-par: ${word}: 3 of 9 subproblems counted in \\d`));
    expect(run.stdout).toBe('');
    expect(run.signal).toBe(signal);
  });
});

describe('SIGINT', () => {
  test('during the second count of --verify does not lose the first total', async () => {
    const args = [PROGRAM, '17', '--verify', '--threads', '2', '--progress', 'always'];
    const run = execa(process.execPath, args, { reject: false });
    run.stderr.on('data', (text) => {
      if (/verification, 17 queens: /.test(String(text))) run.kill('SIGINT'); // the progress of the second count
    });
    const { stdout, stderr, signal } = await run;
    expect(stderr).toContain('17 queens: 95,815,104 solutions (meet), not verified\n');
    expect({ stdout, signal }).toEqual({ stdout: '', signal: 'SIGINT' });
  });

  test('stops a count with --threads 300 before all threads are started', async () => {
    const { run } = await startCount(300);
    run.kill('SIGINT');
    expect(await run).toMatchObject({ signal: 'SIGINT', stdout: '', timedOut: false });
  });

  test.each([
    ['a count during the measurement for its forecast', '22 --threads 2 --algorithm bitmask'],
    ['a forecast while it makes the plan', 'forecast 27'],
    ['compare while it runs a solver', 'compare 10 --force'],
    ['classes while it searches for symmetric solutions', 'classes 27 --published'],
  ])('ends %s with a message', async (_, line) => {
    const ends: string[] = [];
    // Start-up takes longer on a busy machine. So each try sends the signal later, until it interrupts the work.
    for (let delay = 300; delay < 30_000 && !ends.includes('queens-par: interrupted'); delay *= 1.3) {
      const run = execa(process.execPath, [PROGRAM, ...line.split(' ')], { reject: false });
      await new Promise((resolve) => setTimeout(resolve, delay));
      run.kill('SIGINT');
      const { stderr, signal } = await run;
      expect(signal).toBe('SIGINT');
      ends.push(stderr);
    }
    expect(ends).toContain('queens-par: interrupted');
  });

  test('received twice ends the process at once', async () => {
    const { run: running } = await startCount(2);
    running.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 400)); // the program ignores a second signal within 300 ms
    running.kill('SIGINT');
    const run = await running;
    expect(run.timedOut).toBe(false);
    expect(run.exitCode ?? run.signal).toSatisfy((end) => end === 130 || end === 'SIGINT');
  });

  test.runIf(has('mkfifo')).each(['status PIPE', 'status --database-file PIPE'])(
    'ends %s while it waits for a pipe',
    async (line) => {
      const pipe = path(line);
      await execa('mkfifo', [pipe]);
      const args = line.split(' ').map((word) => (word === 'PIPE' ? pipe : word));
      const run = execa(process.execPath, [PROGRAM, ...args], {
        reject: false,
        timeout: 60_000,
        killSignal: 'SIGKILL',
      });
      const writer = await openForWriting(pipe);
      const presses = setInterval(() => run.kill('SIGINT'), 500); // the first may come just before it waits
      expect((await run).signal).toBe('SIGINT');
      clearInterval(presses);
      closeSync(writer);
    },
  );
});

/** Opens a pipe as soon as another process waits for its contents. */
async function openForWriting(pipe: string): Promise<number> {
  for (;;) {
    try {
      return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20)); // there is no reader yet
    }
  }
}
