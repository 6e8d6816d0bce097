// Builds dist. If a step fails, the last good build is put back, so that a mistake in the sources never leaves half a program.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hashOfSources } from './sources.mjs';

const STEPS = [
  'node_modules/typescript/bin/tsc',
  'scripts/build-kernels.mjs',
  'scripts/bundle.mjs',
  'scripts/man-page.mjs',
  'scripts/build-page.mjs',
];

/** Keeps the last good build during a build. It exists at the start if the build before was killed. */
const LAST = 'dist-last';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (!existsSync(LAST) && existsSync('dist')) renameSync('dist', LAST);
rmSync('dist', { recursive: true, force: true });
const sources = hashOfSources('.'); // before the steps read them
const isBuilt = STEPS.every((step) => spawnSync(process.execPath, [step], { stdio: 'inherit' }).status === 0);
if (isBuilt) {
  writeFileSync('dist/sources.txt', sources);
  rmSync(LAST, { recursive: true, force: true });
} else {
  rmSync('dist', { recursive: true, force: true });
  if (existsSync(LAST)) renameSync(LAST, 'dist');
  process.exitCode = 1;
}
