import { readFileSync } from 'node:fs';
import { spawn } from '@lydell/node-pty';
import { describe, expect, it } from 'vitest';
import { PROGRAM, queensPar, queensParReadTo } from './program.js';

describe('queens-par trace', () => {
  it('prints 60 tried cells and 2 boards for four queens', async () => {
    const { stdout, stderr, exitCode } = await queensPar(['trace', '4'], { stripFinalNewline: false });
    expect(stdout).toBe(readFileSync(new URL('../vectors/trace-4.txt', import.meta.url), 'utf8'));
    expect(stderr).toBe('4 queens, column-array: 16 queens placed, 84 conflict tests\n');
    expect(exitCode).toBe(0);
  });

  it('uses the bitmask solver with --masks', async () => {
    const { stdout } = await queensPar(['trace', '6', '--masks', '--limit', '5', '--quiet']);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      'row 5: columns=011111 left=111000 right=000110 free=000000  dead end',
    );
  });

  it.each([
    [['8', '--solver', 'permutations', '--limit', '3'], '8 queens, permutations: 3 boards looked at, 3 conflict tests'],
    [['4', '--limit', '3'], '4 queens, column-array: 1 queen placed, 2 conflict tests'],
  ])('counts only the printed steps of %j', async (args, summary) => {
    expect((await queensPar(['trace', ...args])).stderr).toBe(summary);
  });

  it('exits quietly when the reader closes the pipe', async () => {
    expect(await queensParReadTo(10, ['trace', '12', '--boards'])).toEqual({ stderr: '', exitCode: 0 });
  });

  it.each([
    [['4', '--step'], '--step needs a terminal'],
    [['6', '--masks', '--solver', 'iterative'], '--masks is for the bitmask solver; iterative has no masks'],
    [['9', '--solver', 'columns-product'], '9^9 = 387,420,489 boards'],
  ])('refuses %j', async (args, message) => {
    const { stdout, stderr, exitCode } = await queensPar(['trace', ...args]);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain(message);
  });
});

describe('queens-par trace --step, on a terminal', () => {
  /** Presses each key when the screen shows its text. Returns the exit code. */
  async function press(keys: readonly (readonly [text: string, key: string])[], ...args: string[]): Promise<number> {
    const terminal = spawn(process.execPath, [PROGRAM, 'trace', '4', '--step', ...args], { cols: 80, rows: 24 });
    let screen = '';
    let next = 0;
    terminal.onData((data) => {
      screen += data;
      const [text, key] = keys[next] ?? [];
      if (text === undefined || key === undefined || !screen.includes(text)) return;
      next++;
      screen = '';
      terminal.write(key);
    });
    const { exitCode, signal } = await new Promise<{ exitCode: number; signal?: number }>((resolve) =>
      terminal.onExit(resolve),
    );
    expect(next).toBe(keys.length);
    return signal ? 128 + signal : exitCode;
  }

  const RIGHT = '\x1b[C';
  const LEFT = '\x1b[D';

  it('moves forward and back, and quits with q', async () => {
    const code = await press([
      ['[0][0] = true', RIGHT],
      ['[0][0] placed', RIGHT],
      ['[1][0] = false', LEFT],
      ['[0][0] placed', 'q'],
    ]);
    expect(code).toBe(0);
  });

  it('stops with Ctrl-Z, and goes on after fg', async () => {
    const shell = spawn('/bin/bash', ['--norc', '-i'], { cols: 80, rows: 24, env: { ...process.env, PS1: '% ' } });
    let screen = '';
    shell.onData((data) => {
      screen += data;
    });
    async function answer(text: string, expected: string): Promise<void> {
      screen = '';
      shell.write(text);
      await expect.poll(() => screen, { timeout: 60_000 }).toContain(expected);
    }
    await answer(`"${process.execPath}" "${PROGRAM}" trace 4 --step\r`, '[0][0] = true');
    await answer('\x1a', 'Stopped');
    await answer('fg\r', '[0][0] = true');
    await answer('n', 'solution 1,3,0,2');
    await answer('q', '% ');
    shell.kill();
  });

  it('plays to the end', async () => {
    const keys = [
      ['[0][0] = true', 'p'],
      ['--limit ends', 'q'],
    ] as const;
    expect(await press(keys, '--limit', '5')).toBe(0);
  });

  it('ends with exit code 130 after Ctrl-C', async () => {
    expect(await press([['[0][0] = true', '\x03']])).toBe(130);
  });
});

it('a long trace needs either --limit or --force', async () => {
  const { stdout, exitCode } = await queensPar(['trace', '12', '--solver', 'combinations', '--limit', '1', '-q']);
  expect(stdout.split('\n')).toHaveLength(1);
  expect(exitCode).toBe(0);
  expect(await queensPar(['trace', '12', '--solver', 'combinations'])).toMatchObject({ stdout: '', exitCode: 2 });
});
