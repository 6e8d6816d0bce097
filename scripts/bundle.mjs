// Bundles dist/src/cli.js, the program's own modules and yargs with what it needs, in place: loading a hundred small
// modules takes longer than counting 16 queens. `queens-par 8` took 170 ms of CPU above `node -e 0` without this, and
// takes 90 with it, where importing yargs alone takes 100 (2026-11-21). Other packages stay outside: they are loaded
// when they are needed, and piscina finds its worker beside itself.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { writeLicences } from './licences.mjs';

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

writeLicences(
  output.flatMap(({ moduleIds = [] }) => moduleIds),
  `${root}/dist/LICENSES.txt`,
);
