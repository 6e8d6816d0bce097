// Tests the built program with other releases of Node.js, given as arguments or in VERSIONS.
//
//     node scripts/on-nodes.mjs [version ...]
//
// Runs the package's tests, and those tests of `npm test` that use kernels, processes, threads, files, or the network.
// The releases come from the npm package `node` and are removed afterward.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const VERSIONS = ['22.23.3', '24.21.0', '26.10.0'];

/** Releases that are too old. The program and the library must report this in one line. */
const TOO_OLD = ['18.20.8', '20.11.1'];

const TESTS = ['cli', 'cluster', 'core/count', 'core/results', 'e2e', 'node', 'server', 'workers'];

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'queens-par-nodes-'));
chmodSync(folder, 0o755); // a test runs Node.js as another user
process.on('exit', () => rmSync(folder, { recursive: true }));

const requested = process.argv.slice(2);
for (const version of requested.length > 0 ? requested : VERSIONS) {
  const node = obtain(version, join(folder, version));
  console.log(`\nNode.js ${version}`);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run'];
  run(node, [...vitest, ...TESTS.map((folder) => `test/${folder}/`)], root, env);
  run(node, [...vitest, '--config', 'vitest.full.config.ts', 'test/e2e/package.long.test.ts'], root, env);
}

for (const version of requested.length > 0 ? [] : TOO_OLD) {
  const node = obtain(version, join(folder, version));
  const module = pathToFileURL(join(root, 'dist/lib/index.js'));
  const library = `import('${module}').catch(({ message }) => console.error(message))`;
  for (const args of [
    [join(root, 'dist/cli/queens-par.cjs'), '8'],
    ['-e', library],
  ]) {
    const { stderr } = spawnSync(node, args, { encoding: 'utf8' });
    if (/^.*needs Node\.js .* or newer; this is v.*\n$/.test(stderr)) continue;
    throw new Error(`Node.js ${version} was not refused in one line: ${stderr}`);
  }
}

/**
 * Installs a release and returns the path of its executable. Runs the package's install script, which fetches the
 * binary for this platform, because npm may have been configured to skip it.
 */
function obtain(version, folder) {
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--silent'];
  mkdirSync(folder);
  run('npm', ['install', '--ignore-scripts', ...quiet, '--prefix', folder, `node@${version}`], folder, process.env);
  const installed = join(folder, 'node_modules', 'node');
  run(process.execPath, ['installArchSpecificPackage.js'], installed, process.env);
  return join(installed, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** Runs a command and exits if it fails. */
function run(command, args, cwd, env) {
  const shell = process.platform === 'win32'; // npm is a script there
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', cwd, env, shell });
  if (status === 0) return;
  console.error(`${[command, ...args].join(' ')} failed: ${error?.message ?? `exit code ${status}`}`);
  process.exit(1);
}
