import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';

test('the steps of the Containerfile lead to a program that counts', async () => {
  const script = fileURLToPath(new URL('../../scripts/cluster/try-containerfile.mjs', import.meta.url));
  const { stdout } = await execa(process.execPath, [script]);
  expect(stdout).toBe('92');
});
