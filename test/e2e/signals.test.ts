import { closeSync, constants, openSync } from 'node:fs';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { has } from '../machine.js';
import { faultyEnvironment, type RunningProgram } from './program.js';
import { sandbox } from './sandbox.js';

const { path, run, start } = sandbox();

/** Starts a count that would take hours, and waits for its progress. */
async function startCount(threads: number): Promise<RunningProgram> {
  const count = start(`20 --threads ${threads} --algorithm bitmask --progress always`);
  await count.waitFor('subproblems');
  return count;
}

describe.each([
  ['SIGINT', 'interrupted'],
  ['SIGTERM', 'terminated'],
  ['SIGUSR1', 'terminated'],
  ['SIGXCPU', 'terminated'],
] as const)('%s', (signal, word) => {
  test('stops the count, prints its progress, and ends the process', async () => {
    const count = await startCount(2);
    count.kill(signal);
    const end = await count.end;
    expect(end.stderr).toMatch(new RegExp(`^queens-par: ${word}: \\d+ of 171 subproblems counted in \\d`, 'm'));
    expect(end).toMatchObject({ stdout: '', signal });
  });

  test('stops a count without worker threads before its next subproblem', async () => {
    const end = await run('17 --threads 1', { ...faultyEnvironment('kernel-signalled'), SIGNAL: signal });
    expect(end.stderr).toMatch(new RegExp(`^queens-par: ${word}: 3 of 9 subproblems counted in \\d`));
    expect(end).toMatchObject({ stdout: '', signal });
  });
});

describe('SIGINT', () => {
  test('during the second count of --verify does not lose the first total', async () => {
    const count = start('17 --verify --threads 2 --progress always');
    await count.waitFor('verification, 17 queens: '); // the progress of the second count
    count.kill('SIGINT');
    const { stdout, stderr, signal } = await count.end;
    expect(stderr).toContain('17 queens: 95,815,104 solutions (meet), not verified\n');
    expect({ stdout, signal }).toEqual({ stdout: '', signal: 'SIGINT' });
  });

  test('stops a count with --threads 300 before all threads are started', async () => {
    const count = await startCount(300);
    count.kill('SIGINT');
    expect(await count.end).toMatchObject({ signal: 'SIGINT', stdout: '' });
  });

  test.each([
    ['a count during the measurement for its forecast', '22 --threads 2 --algorithm bitmask'],
    ['a forecast while it makes the plan', 'forecast 27'],
    ['compare while it runs a solver', 'compare 10 --force'],
    ['classes while it searches for symmetric solutions', 'classes 27 --published'],
  ])('ends %s with a message', async (_, line) => {
    // On a busy machine, a line about the planning comes first.
    const isInterrupted = (end: string) => /^(Planning .*\n)?queens-par: interrupted$/.test(end);
    const ends: string[] = [];
    // Start-up takes longer on a busy machine. So each try sends the signal later, until it interrupts the work.
    for (let delay = 300; delay < 30_000 && !ends.some(isInterrupted); delay *= 1.3) {
      const command = start(line);
      await new Promise((resolve) => setTimeout(resolve, delay));
      command.kill('SIGINT');
      const { stderr, signal } = await command.end;
      expect(signal).toBe('SIGINT');
      ends.push(stderr);
    }
    expect(ends).toSatisfy(() => ends.some(isInterrupted));
  });

  test('received twice ends the process at once', async () => {
    const count = await startCount(2);
    count.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 400)); // the program ignores a second signal within 300 ms
    count.kill('SIGINT');
    const { exitCode, signal } = await count.end;
    expect(exitCode ?? signal).toSatisfy((end) => end === 130 || end === 'SIGINT');
  });

  test.runIf(has('mkfifo')).each(['status PIPE', 'status --database-file PIPE'])(
    'ends %s while it waits for a pipe',
    async (line) => {
      const pipe = path(line);
      await execa('mkfifo', [pipe]);
      const command = start(line.split(' ').map((word) => (word === 'PIPE' ? pipe : word)));
      const writer = await openForWriting(pipe);
      const presses = setInterval(() => command.kill('SIGINT'), 500); // the first may come just before it waits
      expect((await command.end).signal).toBe('SIGINT');
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
