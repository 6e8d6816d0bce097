// Bundles the page (src/page) and all its files into dist/page. If the argument is a folder, writes the static site to
// it instead. Any web server can serve this site.
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
  input: { page: `${page}/main.tsx`, worker: `${page}/count/worker.ts` },
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
if (foreign.length > 0) throw new Error(`the page imports modules that browsers lack: ${foreign.join(', ')}`);

const styles = readdirSync(`${page}/style`).sort();
writeFileSync(`${out}/page.css`, styles.map((name) => readFileSync(`${page}/style/${name}`, 'utf8')).join('\n'));

const html = readFileSync(`${page}/index.html`, 'utf8');
writeFileSync(`${out}/index.html`, site ? html.replace('<body data-served>', '<body>') : html);
cpSync(`${page}/icon.svg`, `${out}/icon.svg`);

writeFileSync(`${out}/measurements.json`, JSON.stringify(measurements()));

for (const kernel of ['bitmask.wasm', 'meet.wasm']) cpSync(`${root}/dist/workers/${kernel}`, `${out}/${kernel}`);
writeLicences(
  output.flatMap((part) => ('moduleIds' in part ? part.moduleIds : [])),
  `${out}/LICENSES.txt`,
);

/** Returns the CPU times that the page plots, from the results of `npm run bench`. */
function measurements() {
  const { date, machine, boards } = JSON.parse(readFileSync(`${root}/scripts/bench/results.json`, 'utf8'));
  const lines = { 'queens-par': 'queens-par, 1 thread', 'backtracking in C': 'C (gcc -O3)' };
  return {
    date: date.slice(0, 10),
    machine: machine.cpu,
    series: Object.entries(lines).map(([name, wanted]) => ({
      name,
      points: boards.filter(({ entrant }) => entrant === wanted).map(({ n, cpu }) => [n, cpu]),
    })),
  };
}
