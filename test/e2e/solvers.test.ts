import { execa } from 'execa';
import { expect, test } from 'vitest';
import { PROGRAM, queensPar, startProgram } from './program.js';

test('solve prints 365,596 solutions with a heap of 32 MB', async () => {
  const env = { NODE_OPTIONS: '--max-old-space-size=32' };
  const child = execa(process.execPath, [PROGRAM, 'solve', '14'], { env, buffer: { stdout: false } });
  let lines = 0;
  for await (const _line of child.iterable()) lines++;
  expect(lines).toBe(365_596);
  expect((await child).exitCode).toBe(0);
});

test('the format matrix ends with the number of ways, unless some were left out', async () => {
  const { stdout } = await queensPar(['solve', '8', '--format', 'matrix']);
  expect(stdout.split('\n\n')).toHaveLength(93);
  expect(stdout.endsWith('\n[8] queens, [92] ways')).toBe(true);
  for (const some of [['--limit', '3'], ['--fundamental'], ['--with', '0,4']]) {
    expect((await queensPar(['solve', '8', '--format', 'matrix', ...some])).stdout).not.toContain('ways');
  }
});

test.each([[['3']], [['solve', '2']]])('%s says for which boards there is a solution', async (args) => {
  expect((await queensPar(args)).stderr).toContain('2 and 3 are the only board sizes without a solution.');
  expect((await queensPar(args.map((arg) => arg.replace(/^[23]$/, '4')))).stderr).not.toContain('exactly');
});

test('trace counts only the printed steps', async () => {
  const { stderr } = await queensPar(['trace', '8', '--solver', 'permutations', '--limit', '3']);
  expect(stderr).toBe('8 queens, permutations: 0 solutions, 3 boards examined, 3 conflict tests');
});

test('a long trace needs either --limit or --force', async () => {
  for (const args of [
    ['12', '--solver', 'combinations'],
    ['20'],
    ['16', '--solver', 'bitmask', '--format', 'boards'],
  ]) {
    expect(await queensPar(['trace', ...args])).toMatchObject({ stdout: '', exitCode: 2 });
  }
  expect((await queensPar(['trace', '20', '--limit', '3', '--quiet'])).stdout.split('\n')).toHaveLength(3);
});

test('solve says that it is searching if there is no solution within two seconds', async () => {
  const search = startProgram('solve 32 --limit 1 --solver column-array'); // the first solution takes minutes
  await search.waitFor('32 queens: searching for the first solution; press Ctrl-C to stop\n');
  search.kill('SIGINT');
  expect(await search.end).toMatchObject({ stdout: '', signal: 'SIGINT' });
});
