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

test('trace counts only the printed steps, and says whether it stopped at the limit', async () => {
  const run = (args: string) => queensPar(`trace ${args}`);
  expect((await run('8 --solver permutations --limit 3')).stderr).toBe(
    '8 queens, permutations: stopped after 3 boards; 0 solutions, 3 boards examined, 3 conflict tests',
  );
  const all = (await run('4')).stdout.split('\n').filter((line) => line.includes('=')).length;
  for (const [limit, isLimited] of [
    [all - 1, true],
    [all, false],
  ] as const) {
    expect((await run(`4 --limit ${limit}`)).stderr.includes('stopped after')).toBe(isLimited);
    expect(JSON.parse((await run(`4 --limit ${limit} --json`)).stdout)).toMatchObject({ isLimited });
  }
});

test('solve says that there may be more solutions than it printed', async () => {
  for (const [args, mayBeMore] of [
    ['4 --limit 1', true],
    ['4 --limit 3', false],
    ['4 --format svg', true],
    ['4', false],
  ] as const)
    expect((await queensPar(`solve ${args}`)).stderr.includes('there may be more')).toBe(mayBeMore);
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
