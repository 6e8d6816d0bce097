import { expect, test } from 'vitest';
import { queensPar } from './program.js';

test('a table of a few boards, and a line to share', async () => {
  const { stdout, stderr, exitCode } = await queensPar(['bench', '12', '--threads', '2']);
  const [, head, , ...rows] = stdout.split('\n');
  expect(head).toMatch(/│ +n │ solutions │ +kernel │ +1 thread │ +2 threads │/);
  expect(
    rows.slice(0, 4).map((row) =>
      row
        .split('│')
        .slice(1, 3)
        .map((cell) => cell.trim()),
    ),
  ).toEqual([
    ['8', '92'],
    ['10', '724'],
    ['11', '2,680'],
    ['12', '14,200'],
  ]);
  expect(stdout.split('\n').at(-1)).toMatch(
    /^queens-par \d+\.\d+\.\d+: n = 12 in [\d.]+m?s on 2 threads of .+, Node\.js v\d+\.\d+\.\d+$/,
  );
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
});

test('--json gives the medians', async () => {
  const { stdout } = await queensPar(['bench', '9', '--threads', '1', '--json']);
  const { schema, boards } = JSON.parse(stdout);
  expect(schema).toBe('queens-par/bench/2');
  expect(boards.at(-1)).toMatchObject({
    n: 9,
    count: '352',
    times: [
      { way: 'kernel', threads: 1 },
      { way: 'count', threads: 1 },
    ],
  });
});

test('shows no time for a count that is wrong', async () => {
  const faulty = new URL('faults/kernel-miscounts.mjs', import.meta.url);
  const env = { NODE_OPTIONS: `--import=${faulty}` };
  const { stdout, stderr, exitCode } = await queensPar(['bench', '12', '--threads', '2'], { env });
  expect(stderr).toMatch(/^queens-par: n = 8: counted \d+, not 92: no time is shown$/);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
});

test.each(['0', '21', 'x'])('refuses n = %s', async (n) => {
  expect(await queensPar(['bench', n])).toMatchObject({ stdout: '', exitCode: 2 });
});
