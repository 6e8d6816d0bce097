import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';

test('docs/commands.md says what the program says', async () => {
  const script = fileURLToPath(new URL('../../scripts/write-command-docs.mjs', import.meta.url));
  const { stdout, stderr, exitCode } = await execa(process.execPath, [script, '--check'], {
    reject: false,
    env: { QUEENS_PAR_THREADS: '7', LANG: 'de_DE.UTF-8' }, // the reader's environment does not enter the page
  });
  expect({ stdout, stderr, exitCode }).toEqual({ stdout: 'docs/commands.md is up to date', stderr: '', exitCode: 0 });
});
