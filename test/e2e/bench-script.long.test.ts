import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';

test('the comparison of programs shows no times if a program prints a wrong count', async () => {
  const script = fileURLToPath(new URL('../../scripts/bench/others.mjs', import.meta.url));
  const args = ['--n', '8', '--n', '9', '--rounds', '1', 'wrong=test {n} = 8 && echo is 92 || echo is 351'];
  const { stdout, stderr, exitCode } = await execa(process.execPath, [script, ...args], { reject: false });
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  expect(stderr).toMatch(/printed "is 351" for n = 9, not 352$/);
});
