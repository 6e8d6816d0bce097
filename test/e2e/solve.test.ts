import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { PROGRAM, queensPar, queensParReadTo } from './program.js';

describe('queens-par solve', () => {
  it('prints an empty line for 0 queens, and nothing for 3 queens, which have no solution', async () => {
    expect((await queensPar(['solve', '0'], { stripFinalNewline: false })).stdout).toBe('\n');
    expect(await queensPar(['solve', '3'])).toMatchObject({ stdout: '', exitCode: 0 });
  });

  it('prints 365,596 solutions with a heap of 32 MB', async () => {
    const env = { NODE_OPTIONS: '--max-old-space-size=32' };
    const child = execa(process.execPath, [PROGRAM, 'solve', '14'], { env, buffer: { stdout: false } });
    let lines = 0;
    for await (const _line of child.iterable()) lines++;
    expect(lines).toBe(365_596);
    expect((await child).exitCode).toBe(0);
  });

  it('exits quietly when the reader closes the pipe', async () => {
    const { stderr, exitCode } = await queensParReadTo(3, ['solve', '16']);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  it.each([
    [['8', '--with', '0,1'], '--with 0,1: two of these queens attack each other'],
    [['8', '--with', '0,8'], '--with must be at most 8 columns from 0 to 7, not 0,8'],
    [['8', '--with', '0', '--solver', 'iterative'], '--with works only with the bitmask solver, not with iterative'],
    [['8', '--format', 'svg', '--limit', '1001'], '--format svg draws at most 1000 boards'],
  ])('refuses %j with exit code 2', async (args, message) => {
    const { stdout, stderr, exitCode } = await queensPar(['solve', ...args]);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr.split('\n')[0]).toContain(message);
  });
});
