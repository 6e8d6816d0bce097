// Bundles what starts often, because loading a hundred small modules takes longer than counting 16 queens:
//
//     dist/cli/program.cjs      the program's own modules, and yargs's parser; chunks/ has what not every count needs
//     dist/cli/queens-par.cjs   starts it from V8's code cache
//     dist/workers/worker.cjs   what a worker thread runs
//
// Both as CommonJS, which Node 20 starts faster than ES modules. CPU above `node -e 0` (55 ms), 2026-11-21, medians of 30:
// `queens-par 8` took 110 ms from the modules as they are, 80 bundled as ES modules, 63 as CommonJS, and 40 without the
// parts of yargs that typeset help. With yargs's parser alone it takes two thirds of that: 44 ms where the program before
// took 64 and Node 90, in turn on a busy machine (2026-11-22, medians of 20). A worker thread starts in 31 ms instead of
// 38, of which Node's own part is 30. Other packages stay outside and are loaded when they are needed.
//
// All that a count in the calling thread needs is one file: in 18 files, with `node:crypto` loaded each time and the
// kernels found by Node's own resolution, `queens-par 8` took 56 ms above Node's 85, now it takes 36 (2026-11-22, lower
// quartiles of 21, in turn on a busy machine). Bundling piscina too makes `queens-par 16 --threads 2` take 446 ms instead of
// 481. A compile cache (module.enableCompileCache of Node 24) saves nothing: 0.98 to 1.01 times, n = 8. A code cache that is
// kept here and read at once saves 9 ms of 31 (src/code-cache.ts).
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { writeLicences } from './licences.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const BUNDLED = ['yargs', 'pretty-ms', 'leven', 'piscina'];

/** What piscina has its threads run first, and its name beside the bundle. */
const THREAD = join(dirname(createRequire(import.meta.url).resolve('piscina')), 'worker.js');
const THREAD_FILE = 'piscina-thread';
/** An optional package of piscina's, for an option that we do not use. */
const NICE = '@napi-rs/nice';

const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
const packages = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });

/** Small to parse, with the names left as they are, for stack traces. */
const minify = { compress: true, mangle: false, codegen: { removeWhitespace: true } };

const cli = await rolldown({
  input: { program: `${root}/dist/src/cli.js` },
  platform: 'node',
  external: [...packages.filter((name) => !BUNDLED.includes(name)), NICE],
  plugins: [
    { name: 'parser-alone', resolveId: nameParser, load: loadParser },
    { name: 'crypto-when-needed', resolveId: nameCrypto, load: loadCrypto },
    { name: 'thread-beside', transform: nameThreadFile },
  ],
});
const start = await rolldown({ input: { 'queens-par': `${root}/dist/src/start.js` }, platform: 'node' });
const thread = await rolldown({ input: { [THREAD_FILE]: THREAD }, platform: 'node', external: NICE });
const worker = await rolldown({ input: `${root}/dist/workers/worker.js`, platform: 'node' });

const written = await Promise.all([
  cli.write({
    ...inFolder('cli'),
    codeSplitting: { groups: [{ name: 'start', test: /(dist\/src\/cli|rolldown\/runtime)\.js$/ }] },
  }),
  start.write(inFolder('cli')),
  thread.write(inFolder('cli/chunks')),
  worker.write({ ...inFolder('workers'), exports: 'default' }),
]);
const [program] = written[0].output;
const foreign = program.dynamicImports.filter((name) => !name.endsWith('.cjs'));
if (foreign.length > 0) throw new Error(`program.cjs runs from a code cache and cannot import ${foreign.join(', ')}`);

// For `queens-par version`; empty outside of a repository. A plus says that the build has changes besides.
const git = spawnSync('git', ['describe', '--always', '--exclude=*', '--dirty=+', '--abbrev=12'], {
  cwd: root,
  encoding: 'utf8',
});
writeFileSync(`${root}/dist/commit.txt`, git.status === 0 ? git.stdout : '');
chmodSync(`${root}/dist/cli/queens-par.cjs`, 0o755); // npx runs it straight from a checkout
writeLicences(
  written.flatMap(({ output }) => output).flatMap((part) => ('moduleIds' in part ? part.moduleIds : [])),
  `${root}/dist/LICENSES.txt`,
);

const cached = spawnSync(process.execPath, [`${root}/scripts/code-cache.mjs`], {
  encoding: 'utf8',
  env: { ...process.env, NODE_OPTIONS: '' }, // a cache fits the flags of V8 that it was made with: those of a usual start
});
if (cached.status !== 0) throw new Error(`the built program cannot count: ${cached.stderr}`);

/** @returns {import('rolldown').OutputOptions} */
function inFolder(folder) {
  const names = { entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' };
  return { dir: `${root}/dist/${folder}`, format: 'cjs', ...names, minify };
}

/** Of `yargs/helpers` the program uses the parser. The rest of that module would load what yargs typesets help with. */
function nameParser(name) {
  return name === 'yargs/helpers' ? '\0parser' : undefined;
}

function loadParser(id) {
  if (id !== '\0parser') return undefined;
  const file = createRequire(createRequire(import.meta.url).resolve('yargs')).resolve('yargs-parser');
  return `export { default as Parser } from ${JSON.stringify(file)};`;
}

/** Plans need `node:crypto` for their hash, which most counts do without. It takes 4 ms to load. */
function nameCrypto(name, importer) {
  return name === 'node:crypto' && importer?.endsWith('/plan/plan.js') ? '\0crypto' : undefined;
}

function loadCrypto(id) {
  if (id !== '\0crypto') return undefined;
  return `export const createHash = (name) => require('node:crypto').createHash(name);`;
}

/** Piscina looks for the file of its threads beside itself: in the bundle that is among the chunks. */
function nameThreadFile(code, id) {
  if (!id.endsWith('/piscina/dist/index.js')) return undefined;
  const renamed = code.replace("(__dirname, 'worker.js')", `(__dirname, '${THREAD_FILE}.cjs')`);
  if (renamed === code) throw new Error('piscina starts its threads in another way: see nameThreadFile');
  return renamed;
}
