import { describe, expect, it } from 'vitest';
import { queensPar } from './program.js';

describe('queens-par trace', () => {
  it('counts only the printed steps', async () => {
    const { stderr } = await queensPar(['trace', '8', '--solver', 'permutations', '--limit', '3']);
    expect(stderr).toBe('8 queens, permutations: 0 solutions, 3 boards looked at, 3 conflict tests');
  });
});

it('a long trace needs either --limit or --force', async () => {
  const { stdout, exitCode } = await queensPar(['trace', '12', '--solver', 'combinations', '--limit', '1', '-q']);
  expect(stdout.split('\n')).toHaveLength(1);
  expect(exitCode).toBe(0);
  for (const args of [
    ['12', '--solver', 'combinations'],
    ['20'],
    ['16', '--solver', 'bitmask', '--format', 'boards'],
  ]) {
    expect(await queensPar(['trace', ...args])).toMatchObject({ stdout: '', exitCode: 2 });
  }
  expect((await queensPar(['trace', '20', '--limit', '3', '--quiet'])).stdout.split('\n')).toHaveLength(3);
});
