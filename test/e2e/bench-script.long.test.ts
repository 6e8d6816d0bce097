import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../scripts/bench/bench.mjs', import.meta.url));

function bench(...args: string[]) {
  return execa(process.execPath, [SCRIPT, '--max', '9', ...args], { reject: false });
}

test('npm run bench measures this program, the C program and the program that --versus gives', async () => {
  const { stdout, stderr, exitCode } = await bench('--versus', 'test {n} = 8 && echo is 92 || echo is 352');
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(stdout).not.toMatch(/NaN|undefined|Infinity/);
  const [cpu = '', wall = '', memory = ''] = stdout.split(/^(?:CPU time|Wall-clock time|Peak memory)$/m).slice(1);
  for (const table of [cpu, wall, memory]) {
    expect(table).toMatch(/^\| +n \| solutions \| queens-par, .* \| C \(.*\) \| test .* \|$/m);
    expect(table.match(/^\| +[89] \|.*\d\S* ?(?:MB )?\|$/gm)).toHaveLength(2);
  }
});

test('npm run bench shows no times if a program prints a wrong count', async () => {
  const { stdout, stderr, exitCode } = await bench('--versus', 'echo {n}');
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  expect(stderr).toBe('bench: echo {n} printed "8" for n = 8, not 92');
});

test('npm run bench refuses boards that are too small to measure', async () => {
  expect(await bench('--max', '8')).toMatchObject({ stdout: '', exitCode: 2 });
});
