// Bundles dist/src/cli.js, the program's own modules and yargs with what it needs, in place: loading a hundred small
// modules takes longer than counting 16 queens. `queens-par 8` took 170 ms of CPU above `node -e 0` without this, and
// takes 90 with it, where importing yargs alone takes 100 (2026-11-21). Other packages stay outside: they are loaded
// when they are needed, and piscina finds its worker beside itself.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const BUNDLED = ['yargs', 'pretty-ms'];

const { dependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
const external = Object.keys(dependencies).filter((name) => !BUNDLED.includes(name));

const bundle = await rolldown({ input: `${root}/dist/src/cli.js`, platform: 'node', external });
const { output } = await bundle.write({
  dir: `${root}/dist/src`,
  format: 'esm',
  chunkFileNames: 'chunks/[name]-[hash].js',
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } }, // less to parse; names stay
});

// Packages that are passed on inside ours keep their licences.
const folders = output
  .flatMap(({ moduleIds = [] }) => moduleIds)
  .map((file) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+\//.exec(file)?.[0])
  .filter((folder) => folder !== undefined);
const licences = [...new Set(folders)].sort().map((folder) => {
  const { name, version } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
  const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (!file) throw new Error(`${name} has no licence file to pass on`);
  return `${name} ${version}\n\n${readFileSync(folder + file, 'utf8').trim()}\n`;
});
writeFileSync(`${root}/dist/LICENSES.txt`, licences.join(`\n${'-'.repeat(80)}\n\n`));
