// Bundles the page (src/page) and all its files into page/ in the build. With arguments FOLDER and ADDRESS, writes the
// static site to the folder instead, for any web server. Programs that show link previews need the site's ADDRESS.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { buildFolder, importBuilt } from './folder.mjs';
import { writeLicenses } from './licenses.mjs';

const { ALGORITHMS } = await importBuilt('src/core/plan/subproblem.js');

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const page = `${root}/src/page`;
const [site, address] = process.argv.slice(2);
const out = site ?? `${buildFolder}/page`;
const text = (path) => readFileSync(`${root}/${path}`, 'utf8');

// A new build of a site keeps the files of older builds, because open pages and caches may still request them.
if (!site) rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const bundle = await rolldown({
  input: { page: `${page}/main.tsx`, worker: `${page}/web-worker.ts` },
  platform: 'browser',
  tsconfig: `${page}/tsconfig.json`,
  plugins: [{ name: 'measurements', load: { filter: { id: /results\.json$/ }, handler: loadMeasurements } }],
  resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
  transform: {
    target: ['safari16.4', 'chrome111', 'firefox115'], // docs/page.md lists them
  },
});
const { output } = await bundle.write({
  dir: out,
  format: 'esm',
  entryFileNames: '[name]-[hash].js',
  chunkFileNames: '[name]-[hash].js',
  minify: true,
});
const foreign = output
  .flatMap((part) => ('imports' in part ? part.imports : []))
  .filter((name) => name.startsWith('node:'));
if (foreign.length > 0) throw new Error(`the page imports modules that browsers lack: ${foreign.join(', ')}`);

/** Names of the built files. Each contains a hash of the file's contents, so a cached file is never outdated. */
const names = Object.fromEntries(
  output.filter((part) => 'isEntry' in part && part.isEntry).map(({ name, fileName }) => [`${name}.js`, fileName]),
);
/** Writes a file and adds its name to `names`. */
function write(name, bytes) {
  const ending = extname(name);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  names[name] = `${name.slice(0, -ending.length)}-${hash}${ending}`;
  writeFileSync(`${out}/${names[name]}`, bytes);
}
const styles = readdirSync(`${page}/style`).sort();
const css = styles.map((name) => text(`src/page/style/${name}`)).join('');
write('page.css', css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\s+/g, ' '));
for (const name of ALGORITHMS) write(`${name}.wasm`, readFileSync(`${buildFolder}/workers/${name}.wasm`));
write('published.ledger', readFileSync(`${root}/docs/ledgers/22.ledger`));
write('published-20.ledger', readFileSync(`${root}/docs/ledgers/20.ledger`));
// Only a site has this one, because it would be two thirds of the package.
if (site) write('published-23.ledger', readFileSync(`${root}/docs/ledgers/23.ledger`));
write('icon.svg', text('src/page/icon.svg'));
write('icon.png', readFileSync(`${page}/icon.png`));

const { version, homepage } = JSON.parse(text('package.json'));
const commit = readFileSync(`${buildFolder}/commit.txt`, 'utf8').trim();
let html = text('src/page/index.html')
  .replace('VERSION', version)
  .replace('SOURCE', homepage ? `<a href="${homepage}">source</a>` : `commit ${commit.slice(0, 7) || 'unknown'}`);
for (const [name, hashed] of Object.entries(names)) html = html.replaceAll(`"${name}"`, `"${hashed}"`);
html = site ? html.replace(' data-served', '') : html.replace(/ *data-published-23=.*\n/, '');
if (address) {
  write('preview.png', readFileSync(`${root}/docs/page-why.png`));
  const preview = [
    `<link rel="canonical" href="${address}">`,
    `<meta property="og:url" content="${address}">`,
    `<meta property="og:image" content="${new URL(names['preview.png'], address)}">`,
  ];
  html = html.replace('</head>', `  ${preview.join('\n    ')}\n  </head>`);
}
const licenses = `${out}/LICENSES.txt`;
writeLicenses(
  output.flatMap((part) => ('moduleIds' in part ? part.moduleIds : [])),
  licenses,
);
writeFileSync(
  licenses,
  `queens-par ${version}\n\n${text('LICENSE')}\n${'-'.repeat(80)}\n\n${readFileSync(licenses, 'utf8')}`,
);
writeFileSync(`${out}/index.html`, html); // last, because it lists the other files

/** Loads the results of `npm run bench`, but only the entries that the page needs (src/page/why/published.ts). */
function loadMeasurements(id) {
  const { date, machine, boards } = JSON.parse(readFileSync(id, 'utf8'));
  const [release] = boards.findLast(({ entrant }) => entrant.startsWith('Node.js ')).entrant.split(',');
  const needed = boards.filter(
    ({ n, entrant }) =>
      /^C /.test(entrant) || entrant === `${release}, 1 thread` || (n === 20 && entrant === `${release}, 2 threads`),
  );
  const entries = needed.map(({ n, entrant, wall }) => ({ n, entrant, wall }));
  return { code: JSON.stringify({ date, machine, boards: entries }), moduleType: 'json' };
}
