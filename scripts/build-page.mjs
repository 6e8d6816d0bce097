// Bundles the page (src/page) to dist/page: everything it needs, the kernels too, from files of the package alone. With
// a folder as its argument it writes the static site there instead, which has no server to ask for anything.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { writeLicences } from './licences.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const page = `${root}/src/page`;
const [site] = process.argv.slice(2);
const out = site ?? `${root}/dist/page`;

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const bundle = await rolldown({
  input: { page: `${page}/main.tsx`, worker: `${page}/count/worker.ts`, stream: `${page}/runs/stream-worker.ts` },
  platform: 'browser',
  tsconfig: `${page}/tsconfig.json`,
  resolve: {
    extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
    alias: { 'node:crypto': `${page}/platform.ts` },
  },
});
const { output } = await bundle.write({
  dir: out,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  minify: true,
});
const foreign = output
  .flatMap((part) => ('imports' in part ? part.imports : []))
  .filter((name) => name.startsWith('node:'));
if (foreign.length > 0) throw new Error(`a browser has no ${foreign.join(', ')}`);

const styles = readdirSync(`${page}/style`).sort();
const css = [`${root}/node_modules/uplot/dist/uPlot.min.css`, ...styles.map((name) => `${page}/style/${name}`)];
writeFileSync(`${out}/page.css`, css.map((file) => readFileSync(file, 'utf8')).join('\n'));

const html = readFileSync(`${page}/index.html`, 'utf8');
writeFileSync(`${out}/index.html`, site ? html.replace('<body data-served>', '<body>') : html);
cpSync(`${page}/icon.svg`, `${out}/icon.svg`);

writeFileSync(`${out}/measurements.json`, JSON.stringify(newestMeasurements()));

for (const kernel of ['bitmask.wasm', 'meet-wide.wasm']) cpSync(`${root}/dist/workers/${kernel}`, `${out}/${kernel}`);
writeLicences(
  [...output.flatMap((part) => ('moduleIds' in part ? part.moduleIds : [])), css[0]],
  `${out}/LICENSES.txt`,
);

/** Of the newest published result of `npm run bench`, what the page plots: CPU time over n. */
function newestMeasurements() {
  const results = `${root}/scripts/bench/results`;
  const newest = readdirSync(results)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .at(-1);
  if (!newest) throw new Error(`no results in ${results}`);
  const { date, machine, entrants, boards } = JSON.parse(readFileSync(`${results}/${newest}`, 'utf8'));
  const wanted = ['queens-par, 1 thread', 'queens-par bitmask, 1 thread', 'C (gcc -O3)'];
  return {
    date: date.slice(0, 10),
    machine: machine.cpu,
    series: wanted
      .filter((name) => entrants.some((entrant) => entrant.name === name))
      .map((name) => ({
        name,
        points: boards.filter(({ entrant }) => entrant === name).map(({ n, cpu }) => [n, cpu]),
      })),
  };
}
