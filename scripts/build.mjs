// Builds dist. The build is made beside it, and replaces it when it is complete. So programs that are running keep
// their files during a build, and a mistake in the sources never leaves half a program.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hashOfSources } from './sources.mjs';

/** The folder of the new build, and that of the last one while they change places. */
const NEW = 'dist-new';
const LAST = 'dist-last';

const STEPS = [
  ['node_modules/typescript/bin/tsc', '--outDir', NEW],
  ['scripts/build-kernels.mjs'],
  ['scripts/bundle.mjs'],
  ['scripts/man-page.mjs'],
  ['scripts/build-page.mjs'],
];

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (!existsSync('dist') && existsSync(LAST)) renameSync(LAST, 'dist'); // a build was killed while the folders changed places
remove(NEW);
const sources = hashOfSources('.'); // before the steps read them
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
