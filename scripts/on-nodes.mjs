// Runs end-to-end tests on other releases of Node.js: of the oldest one that is supported and the newest of the lines
// after it, those of another line than the Node.js that runs this, on which `npm test` runs all tests anyway.
//
//     node scripts/on-nodes.mjs [version ...]
//
// The releases come from the registry's `node` package, into a folder that is removed afterwards. Run `npm run build`
// first. 40 seconds for each, of which downloading takes some the first time (2026-11-21).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSIONS = ['20.19.0', '22.23.3', '24.21.0'];

/**
 * What a release may do otherwise: start, streams and exit codes; signals, threads that die, a terminal; the native lock
 * of checkpoints; the installed package. What is left out (reports, documents, hours of faults) runs the same program
 * text by the same means, on the Node.js of `npm test`.
 */
const TESTS = ['cli', 'signals', 'faults.test', 'terminal', 'checkpoint.test'];
const LONG_TESTS = ['package'];

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command and ends this process if it fails; gives what it printed, where that is not shown. */
function run(command, args, { shown = false, ...options }) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: shown ? 'inherit' : 'pipe',
    shell: process.platform === 'win32', // npm is a script there
    ...options,
  });
  if (status === 0) return stdout;
  console.error(`${[command, ...args].join(' ')} failed: ${error?.message ?? stderr ?? `exit code ${status}`}`);
  process.exit(1);
}

/**
 * Installs a release; gives the path of its program. The package fetches the binary of this platform in its install
 * script, which npm may not be allowed to run: so it is run here.
 */
function obtain(version, folder) {
  const quietly = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline'];
  run('npm', ['install', '--ignore-scripts', ...quietly, '--prefix', folder, `node@${version}`], { cwd: folder });
  const installed = join(folder, 'node_modules', 'node');
  run(process.execPath, ['installArchSpecificPackage.js'], { cwd: installed });
  return join(installed, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

const folder = mkdtempSync(join(tmpdir(), 'queens-par-nodes-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

const asked = process.argv.slice(2);
const line = (version) => version.split('.')[0];
const others = VERSIONS.filter((version) => line(version) !== line(process.versions.node));

for (const version of asked.length > 0 ? asked : others) {
  const node = obtain(version, mkdtempSync(join(folder, 'node-')));
  console.log(`\nEnd-to-end tests on Node.js ${run(node, ['--version'], {}).trim()}`);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run'];
  const filesOf = (names) => names.map((name) => `test/e2e/${name}`);
  run(node, [...vitest, ...filesOf(TESTS)], { shown: true, cwd: root, env });
  run(node, [...vitest, '--config', 'vitest.full.config.ts', ...filesOf(LONG_TESTS)], { shown: true, cwd: root, env });
}
