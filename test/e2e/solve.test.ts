import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { PROGRAM, queensPar } from './program.js';

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
});
