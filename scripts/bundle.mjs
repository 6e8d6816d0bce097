// Bundles the built modules:
//
//     dist/cli/program.cjs      the program as far as a count in the calling thread needs it; chunks/ has the rest
//     dist/cli/queens-par.cjs   starts it from V8's code cache
//     dist/workers/worker.cjs   runs in a worker thread
//     dist/lib/index.js         the library, with its types in dist/lib/types
//
// Loading a hundred small modules takes longer than counting 16 queens: `queens-par 8` took 110 ms of CPU above Node's own
// start from the modules as they are, and 44 as one CommonJS file (2026-11-22), which Node 20 starts faster than an ES module.
// A compile cache of Node 24 (module.enableCompileCache) saves nothing, our own code cache 9 of 31 ms (src/code-cache.ts).
//
// Packages that the program needs are bundled into it, with their licences. Users install two, piscina for the library and
// fs-native-extensions, which has parts for their system.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { writeLicences } from './licences.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The file that piscina's threads run first, and its name beside the bundle. */
const THREAD = join(dirname(createRequire(import.meta.url).resolve('piscina')), 'worker.js');
const THREAD_FILE = 'piscina-thread';
/** An optional package of piscina, for an option that we do not use. */
const NICE = '@napi-rs/nice';

const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });

/** Small to parse. Names stay as they are, for stack traces. */
const minify = { compress: true, mangle: false, codegen: { removeWhitespace: true } };

const cli = await rolldown({
  input: { program: `${root}/dist/src/cli.js` },
  platform: 'node',
  external: [...installed.filter((name) => name !== 'piscina'), NICE],
  plugins: [
    { name: 'parser-alone', resolveId: nameParser, load: loadParser },
    { name: 'path-without-url', transform: namePathOfParser },
    { name: 'crypto-when-needed', resolveId: nameCrypto, load: loadCrypto },
    { name: 'thread-beside', transform: nameThreadFile },
  ],
});
const start = await rolldown({ input: { 'queens-par': `${root}/dist/src/start.js` }, platform: 'node' });
const thread = await rolldown({ input: { [THREAD_FILE]: THREAD }, platform: 'node', external: NICE });
const library = await rolldown({
  input: { index: `${root}/dist/src/index.js` },
  platform: 'node',
  external: installed,
});
const worker = await rolldown({ input: `${root}/dist/workers/worker.js`, platform: 'node' });

const written = await Promise.all([
  cli.write({
    ...inFolder('cli'),
    codeSplitting: { groups: [{ name: 'start', test: /(dist\/src\/cli|rolldown\/runtime)\.js$/ }] },
  }),
  start.write(inFolder('cli')),
  thread.write(inFolder('cli/chunks')),
  worker.write({ ...inFolder('workers'), exports: 'default' }),
  library.write({ dir: `${root}/dist/lib`, format: 'esm' }),
]);
copyTypes('src/index.d.ts');
const [program] = written[0].output;
const foreign = program.dynamicImports.filter((name) => !name.endsWith('.cjs'));
if (foreign.length > 0) throw new Error(`program.cjs runs from a code cache and cannot import ${foreign.join(', ')}`);

// For `queens-par version`; empty outside a repository. A plus marks uncommitted changes.
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

/** Copies a file of types, and all that it imports, from dist to dist/lib/types. */
function copyTypes(file) {
  const copy = `${root}/dist/lib/types/${file}`;
  if (existsSync(copy)) return;
  cpSync(`${root}/dist/${file}`, copy);
  for (const [, name] of readFileSync(copy, 'utf8').matchAll(/from '(\.[^']+)\.js'/g)) {
    copyTypes(join(dirname(file), `${name}.d.ts`));
  }
}

/** @returns {import('rolldown').OutputOptions} */
function inFolder(folder) {
  const names = { entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' };
  return { dir: `${root}/dist/${folder}`, format: 'cjs', ...names, minify };
}

/** Bundles the parser alone of `yargs/helpers`: the rest of that module loads code that typesets help. */
function nameParser(name) {
  return name === 'yargs/helpers' ? '\0parser' : undefined;
}

function loadParser(id) {
  if (id !== '\0parser') return undefined;
  const file = createRequire(createRequire(import.meta.url).resolve('yargs')).resolve('yargs-parser');
  return `export { default as Parser } from ${JSON.stringify(file)};`;
}

/** Gives the parser its own path without making a URL first, which takes 1 ms. */
function namePathOfParser(code, id) {
  if (!id.endsWith('/yargs-parser/build/lib/index.js')) return undefined;
  const renamed = code.replace('createRequire(import.meta.url)', 'createRequire(import.meta.filename)');
  if (renamed === code) throw new Error('yargs-parser requires in another way: see namePathOfParser');
  return renamed;
}

/** Loads `node:crypto` with the first hash of a plan: it takes 4 ms, and most counts need no hash. */
function nameCrypto(name, importer) {
  return name === 'node:crypto' && importer?.endsWith('/plan/plan.js') ? '\0crypto' : undefined;
}

function loadCrypto(id) {
  if (id !== '\0crypto') return undefined;
  return `export const createHash = (name) => require('node:crypto').createHash(name);`;
}

/** Tells piscina where the file of its threads is: among the chunks, not beside piscina. */
function nameThreadFile(code, id) {
  if (!id.endsWith('/piscina/dist/index.js')) return undefined;
  const renamed = code.replace("(__dirname, 'worker.js')", `(__dirname, '${THREAD_FILE}.cjs')`);
  if (renamed === code) throw new Error('piscina starts its threads in another way: see nameThreadFile');
  return renamed;
}
