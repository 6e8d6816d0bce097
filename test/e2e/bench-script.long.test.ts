import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';

test('npm run bench shows no times if a program prints a wrong count', async () => {
  const script = fileURLToPath(new URL('../../scripts/bench/bench.mjs', import.meta.url));
  const args = ['--max', '9', '--versus', 'test {n} = 8 && echo is 92 || echo is 351'];
  const { stdout, stderr, exitCode } = await execa(process.execPath, [script, ...args], { reject: false });
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  expect(stderr).toMatch(/printed "is 351" for n = 9, not 352$/);
});
