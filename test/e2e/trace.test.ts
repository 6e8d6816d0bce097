import { spawn } from '@lydell/node-pty';
import { describe, expect, it } from 'vitest';
import { PROGRAM, queensPar, queensParReadTo } from './program.js';

describe('queens-par trace', () => {
  it('counts only the printed steps', async () => {
    const { stderr } = await queensPar(['trace', '8', '--solver', 'permutations', '--limit', '3']);
    expect(stderr).toBe('8 queens, permutations: 0 solutions, 3 boards looked at, 3 conflict tests');
  });

  it('exits quietly when the reader closes the pipe', async () => {
    expect(await queensParReadTo(10, ['trace', '12', '--boards'])).toEqual({ stderr: '', exitCode: 0 });
  });
});

describe('queens-par trace --step, on a terminal', () => {
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

  it('ends with exit code 130 after Ctrl-C', async () => {
    const terminal = spawn(process.execPath, [PROGRAM, 'trace', '4', '--step'], { cols: 80, rows: 24 });
    terminal.onData((data) => data.includes('[0][0] = true') && terminal.write('\x03'));
    const { exitCode, signal } = await new Promise<{ exitCode: number; signal?: number }>((resolve) =>
      terminal.onExit(resolve),
    );
    expect(signal ? 128 + signal : exitCode).toBe(130);
  });
});

it('a long trace needs either --limit or --force', async () => {
  const { stdout, exitCode } = await queensPar(['trace', '12', '--solver', 'combinations', '--limit', '1', '-q']);
  expect(stdout.split('\n')).toHaveLength(1);
  expect(exitCode).toBe(0);
  expect(await queensPar(['trace', '12', '--solver', 'combinations'])).toMatchObject({ stdout: '', exitCode: 2 });
});
