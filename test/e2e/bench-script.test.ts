import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../ledger/folder.js';
import { A000170 } from '../vectors/a000170.js';

const SCRIPTS = fileURLToPath(new URL('../../scripts/bench/', import.meta.url));
const path = temporaryFolder();

function bench(folder: string, ...args: string[]) {
  const options = ['--max', '9', '--runs', '1', '--results', path(folder), ...args];
  return execa(process.execPath, [`${SCRIPTS}bench.mjs`, ...options], { reject: false });
}

test('npm run bench measures ours, a baseline and a guest, and keeps figures and plots', async () => {
  const guest = `node ${SCRIPTS}textbook.mjs {n} | sed 's/^/solutions: /'`;
  const { stdout, stderr, exitCode } = await bench('results', '--versus', guest);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(stdout).toContain('Whole processes, CPU time');

  const files = readdirSync(path('results')).sort();
  expect(files.map((file) => file.replace(/^[\d-]+/, ''))).toEqual([
    'max9-speed-up.svg',
    'max9-steps.svg',
    'max9-time-over-n.svg',
    'max9.json',
  ]);
  for (const file of files)
    expect(readFileSync(`${path('results')}/${file}`, 'utf8')).not.toMatch(/NaN|undefined|Infinity/);
  const { boards, within, threads, steps, ...about } = JSON.parse(
    readFileSync(`${path('results')}/${files.at(-1)}`, 'utf8'),
  );
  expect(about).toMatchObject({ schema: 'queens-par/benchmark/1', node: process.version, v8: process.versions.v8 });
  for (const name of ['queens-par, 1 thread', 'JavaScript', guest]) {
    expect(boards.filter(({ entrant }: { entrant: string }) => entrant === name)).toMatchObject([{ n: 8 }, { n: 9 }]);
  }
  expect(within.length).toBeGreaterThan(4);
  expect(threads).toHaveLength(2);
  expect(steps.figures.length).toBeGreaterThan(4);
});

test('one wrong answer, and there are no times', async () => {
  const { stdout, stderr, exitCode } = await bench('wrong', '--versus', 'echo {n}');
  expect(stdout).toBe('');
  expect(stderr).toBe(`bench: echo {n} printed "8" for n = 8, not ${A000170[8]}`);
  expect(exitCode).toBe(1);
});

test.each([
  [['--max', '8'], '--max must be from 9 to 24, not 8'],
  [['--runs', 'x'], '--runs must be a whole number from 1, not "x"'],
])('refuses %j', async (args, message) => {
  expect(await bench('none', ...args)).toMatchObject({ stdout: '', stderr: `bench: ${message}`, exitCode: 2 });
});
