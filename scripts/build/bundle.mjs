// Bundles the built modules:
//
//     dist/cli/queens-par.cjs   checks the version of Node.js and loads program.cjs
//     dist/cli/program.cjs      the code that counts in the calling thread; chunks/ contains the rest
//     dist/workers/worker.cjs   runs in a worker thread
//     dist/lib/index.js         the library, with its types in dist/lib/types
//
// Loading a hundred small modules takes longer than counting 16 queens. Loading one CommonJS file takes 60% less
// CPU time, not counting Node's own startup, and Node 20 loads a CommonJS file faster than an ES module. A cache
// of compiled code would save 8 of 86 ms for `queens-par 8`, but V8 does not detect damaged caches. Node's own cache
// saves nothing.
//
// Packages that the program needs are bundled into it, with their licenses. The exceptions are piscina, whose threads
// load one of its files, fs-native-extensions, which contains binaries for each system, and the optional packages for
// clusters.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { readCommit } from './commit.mjs';
import { buildFolder } from './folder.mjs';
import { writeLicenses } from './licenses.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });

/** Smaller files are parsed faster. Names are kept for stack traces. */
const minify = { compress: true, mangle: false, codegen: { removeWhitespace: true } };

const cli = await rolldown({
  input: { 'queens-par': `${buildFolder}/src/cli/start.js`, program: `${buildFolder}/src/cli/main.js` },
  preserveEntrySignatures: 'allow-extension', // program.cjs contains the code of main.ts itself
  platform: 'node',
  external: installed,
  plugins: [{ name: 'parser-only', resolveId: resolveParser, load: loadParser }],
});
const library = await rolldown({
  input: { index: `${buildFolder}/src/index.js` },
  platform: 'node',
  external: installed,
});
const worker = await rolldown({ input: `${buildFolder}/workers/worker.js`, platform: 'node' });

const written = await Promise.all([
  cli.write({
    ...inFolder('cli'),
    codeSplitting: { groups: [{ name: 'start', test: /([\\/]src[\\/]cli[\\/]main|rolldown[\\/]runtime)\.js$/ }] },
  }),
  worker.write({ ...inFolder('workers'), exports: 'default' }),
  library.write({ dir: `${buildFolder}/lib`, format: 'esm' }),
]);
copyTypes('src/index.d.ts');

const { commit, problem } = readCommit(root);
writeFileSync(`${buildFolder}/commit.txt`, commit);
if (problem) console.error(`The build does not contain its commit: ${problem}`);
writeLicenses(
  written.flatMap(({ output }) => output).flatMap((part) => ('moduleIds' in part ? part.moduleIds : [])),
  `${buildFolder}/LICENSES.txt`,
);

/** Copies a declaration file, and the files that it imports, to lib/types in the build. */
function copyTypes(file) {
  const copy = `${buildFolder}/lib/types/${file}`;
  if (existsSync(copy)) return;
  cpSync(`${buildFolder}/${file}`, copy);
  for (const [, name] of readFileSync(copy, 'utf8').matchAll(/from '(\.[^']+)\.js'/g)) {
    copyTypes(join(dirname(file), `${name}.d.ts`));
  }
}

/** @returns {import('rolldown').OutputOptions} */
function inFolder(folder) {
  const names = { entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' };
  return { dir: `${buildFolder}/${folder}`, format: 'cjs', ...names, minify };
}

/**
 * Replaces `yargs/helpers` with its parser, in the variant without file access. The rest of that module formats help
 * and would take 15 of 95 ms of CPU time at each start (2026-11-26).
 */
function resolveParser(name) {
  return name === 'yargs/helpers' ? '\0parser' : undefined;
}

function loadParser(id) {
  if (id !== '\0parser') return undefined;
  const file = createRequire(createRequire(import.meta.url).resolve('yargs')).resolve('yargs-parser/browser');
  return `export { default as Parser } from ${JSON.stringify(file)};`;
}
