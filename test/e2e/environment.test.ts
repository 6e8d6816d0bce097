import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { program } from './queens-par.js';

async function run(env: Record<string, string>, ...args: string[]) {
  return execa(process.execPath, [program, ...args], { env, reject: false, stdin: 'ignore' });
}

describe('the environment', () => {
  it('gives defaults to the options of every command, before which a flag goes', async () => {
    const env = { QUEENS_PAR_FORMAT: 'columns1', QUEENS_PAR_LIMIT: '1' };
    expect((await run(env, 'solve', '4')).stdout).toBe('2,4,1,3');
    expect((await run(env, 'solve', '4', '--limit', '2', '--format', 'columns')).stdout).toBe('1,3,0,2\n2,0,3,1');
  });

  it('is checked like a flag', async () => {
    const { stderr, exitCode } = await run({ QUEENS_PAR_LIMIT: 'many' }, 'solve', '4');
    expect(stderr).toMatch(/^queens-par: --limit must be a whole number .*not "many"$/);
    expect(exitCode).toBe(2);
  });

  it.each([
    ['1', 1],
    ['true', 1],
    ['0', 13],
    ['false', 13],
  ])('turns a flag on and off: %s', async (value, lines) => {
    const { stdout } = await run({ QUEENS_PAR_JSON: value }, 'compare', '3', '--quiet');
    expect(stdout.split('\n')).toHaveLength(lines);
  });

  it('refuses a flag that is neither on nor off', async () => {
    const { stderr, exitCode } = await run({ QUEENS_PAR_QUIET: 'maybe' }, 'solve', '4');
    expect(stderr).toBe('queens-par: QUEENS_PAR_QUIET must be 1 or 0, not "maybe"');
    expect(exitCode).toBe(2);
  });
});
