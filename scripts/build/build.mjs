// Builds dist. The new build is created next to the old one and replaces it once it is complete. So running programs
// keep their files during a build, and a mistake in the sources never leaves half a program.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hashOfSources } from './sources.mjs';

/** The folder of the new build, and the folder of the last build while they swap places. */
const NEW = 'dist-new';
const LAST = 'dist-last';

const STEPS = [
  ['node_modules/typescript/bin/tsc', '--outDir', NEW],
  ['scripts/build/kernels.mjs'],
  ['scripts/build/bundle.mjs'],
  ['scripts/build/man-page.mjs'],
  ['scripts/build/page.mjs'],
];

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
// A build may have been killed while the folders swapped places.
if (!existsSync('dist') && existsSync(LAST)) renameSync(LAST, 'dist');
remove(NEW);
const sources = hashOfSources('.'); // hashed before the steps read them
const env = { ...process.env, BUILD_FOLDER: NEW };
if (STEPS.every((step) => spawnSync(process.execPath, step, { stdio: 'inherit', env }).status === 0)) {
  writeFileSync(`${NEW}/sources.txt`, sources);
  remove(LAST);
  if (existsSync('dist')) renameSync('dist', LAST);
  renameSync(NEW, 'dist');
  remove(LAST);
} else {
  remove(NEW);
  process.exitCode = 1;
}

function remove(folder) {
  rmSync(folder, { recursive: true, force: true });
}
