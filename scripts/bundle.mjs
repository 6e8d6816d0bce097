// Bundles what starts often, because loading a hundred small modules takes longer than counting 16 queens:
//
//     dist/cli/queens-par.cjs   the program, its own modules and yargs with what it needs
//     dist/workers/worker.cjs   what a worker thread runs
//
// Both as CommonJS, which Node 20 starts faster than ES modules. CPU above `node -e 0` (55 ms), 2026-11-21, medians of 30:
// `queens-par 8` took 110 ms from the modules as they are, 80 bundled as ES modules, 63 as CommonJS, and 40 without the
// parts of yargs that typeset help, which are now loaded when help is asked for. A worker thread starts in 31 ms
// instead of 38, of which Node's own part is 30. Other packages stay outside and are loaded when they are needed.
import { chmodSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { writeLicences } from './licences.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const BUNDLED = ['yargs', 'pretty-ms'];
const TYPESETTING = ['cliui', 'string-width'];

const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
const packages = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });

/** Small to parse, with the names left as they are for whoever reads a stack trace. */
const minify = { compress: true, mangle: false, codegen: { removeWhitespace: true } };

const cli = await rolldown({
  input: { 'queens-par': `${root}/dist/src/cli.js` },
  platform: 'node',
  external: [...packages.filter((name) => !BUNDLED.includes(name)), /^#typesetting\//], // written beside it, below
  plugins: [{ name: 'typeset-when-asked', resolveId: nameTypesetting, load: requireWhenCalled }],
  // yargs would ask where files lie that a configuration extends: we have no such files
  transform: { define: { 'import.meta.resolve': 'undefined' } },
});
const typesetting = await rolldown({
  input: Object.fromEntries(TYPESETTING.map((name) => [name, fileOf(name)])),
  platform: 'node',
});
const worker = await rolldown({ input: `${root}/dist/workers/worker.js`, platform: 'node' });

const written = await Promise.all([
  cli.write(inFolder('cli')),
  typesetting.write({ ...inFolder('cli/typesetting'), exports: 'named' }),
  worker.write({ ...inFolder('workers'), exports: 'default' }),
]);
chmodSync(`${root}/dist/cli/queens-par.cjs`, 0o755); // npx runs it straight from a checkout
writeLicences(
  written.flatMap(({ output }) => output).flatMap((part) => ('moduleIds' in part ? part.moduleIds : [])),
  `${root}/dist/LICENSES.txt`,
);

/** @returns {import('rolldown').OutputOptions} */
function inFolder(folder) {
  const names = { entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' };
  return { dir: `${root}/dist/${folder}`, format: 'cjs', ...names, minify };
}

/** The file that yargs imports as `name`, which need not be ours to import. */
function fileOf(name) {
  return createRequire(createRequire(import.meta.url).resolve('yargs')).resolve(name);
}

function nameTypesetting(name, importer) {
  return TYPESETTING.includes(name) && importer?.includes('/yargs/') ? `\0when-called:${name}` : undefined;
}

function requireWhenCalled(id) {
  const [, name] = /^\0when-called:(.*)$/.exec(id) ?? [];
  return name && `export default (...args) => require('#typesetting/${name}.cjs').default(...args);`;
}
