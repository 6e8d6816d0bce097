import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { allSolutions } from '../board/placements.js';
import { readers } from '../text/solution-readers.js';
import { PROGRAM, queensPar, queensParReadTo } from './program.js';

describe('queens-par solve', () => {
  it('prints the solutions on stdout, and their number on stderr', async () => {
    const { stdout, stderr, exitCode } = await queensPar(['solve', '6'], { stripFinalNewline: false });
    expect(readers.columns(stdout)).toEqual(allSolutions(6));
    expect(stderr).toBe('6 queens: 4 solutions printed\n');
    expect(exitCode).toBe(0);
  });

  it('prints an empty line for 0 queens, and nothing for 3 queens, which have no solution', async () => {
    expect((await queensPar(['solve', '0'], { stripFinalNewline: false })).stdout).toBe('\n');
    expect(await queensPar(['solve', '3'])).toMatchObject({ stdout: '', exitCode: 0 });
  });

  it('prints a selection of the solutions', async () => {
    const { stdout } = await queensPar(['solve', '8', '--fundamental', '--skip', '9', '--limit', '1', '--quiet']);
    expect(stdout).toBe('2,4,1,7,0,6,3,5\t4');
    expect((await queensPar(['solve', '8', '--with', '0,4', '-q'])).stdout).toBe('0,4,7,5,2,6,1,3');
    expect((await queensPar(['solve', '8', '--with', '0,6,4,7,1'])).stdout).toBe('0,6,4,7,1,3,5,2');
  });

  it('prints the same solutions with another solver', async () => {
    const { stdout } = await queensPar(['solve', '5', '--format', 'leetcode', '--solver', 'combinations']);
    expect(stdout).toBe((await queensPar(['solve', '5', '--format', 'leetcode'])).stdout);
  });

  it('prints 365,596 solutions with a heap of 32 MB', async () => {
    const env = { NODE_OPTIONS: '--max-old-space-size=32' };
    const child = execa(process.execPath, [PROGRAM, 'solve', '14'], { env, buffer: { stdout: false } });
    let lines = 0;
    for await (const _line of child.iterable()) lines++;
    expect(lines).toBe(365_596);
    expect((await child).exitCode).toBe(0);
  });

  it('prints the first solutions of 27 queens, and stops at the limit', async () => {
    const { stdout } = await queensPar(['solve', '27', '--limit', '3'], { stripFinalNewline: false });
    const placements = readers.columns(stdout);
    expect(placements).toHaveLength(3);
    for (const placement of placements) expect(placement.toSorted((a, b) => a - b)).toEqual([...Array(27).keys()]);
  });

  it('exits quietly when the reader closes the pipe', async () => {
    const { stderr, exitCode } = await queensParReadTo(3, ['solve', '16']);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  it.each([
    [['8', '--with', '0,1'], '--with 0,1: two of these queens attack each other'],
    [['8', '--with', '0,8'], '--with must be at most 8 columns from 0 to 7, not 0,8'],
    [['8', '--with', '0', '--solver', 'iterative'], '--with works only with the bitmask solver, not with iterative'],
    [['8', '--solver', 'combinations'], 'C(64, 8) = 4,426,165,368 boards'],
    [['8', '--format', 'svg', '--limit', '1001'], '--format svg draws at most 1000 boards'],
  ])('refuses %j with exit code 2', async (args, message) => {
    const { stdout, stderr, exitCode } = await queensPar(['solve', ...args]);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr.split('\n')[0]).toContain(message);
  });
});
