import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../node/ledger/folder.js';
import { builtFiles } from '../page/built-files.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = temporaryFolder()('');
const inFolder = { cwd: folder };
const bin = join(folder, 'node_modules/.bin/queens-par');
let archive = '';
let packed: string[] = [];
let size = 0;

/** Packs the built project and installs the package in an empty folder, as `npm install queens-par` would. */
beforeAll(async () => {
  // Without --ignore-scripts, npm would build again.
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await execa('npm', ['pack', ...options], { cwd: root });
  const [{ filename, files, ...about }] = JSON.parse(stdout);
  archive = join(folder, filename);
  size = about.size;
  packed = files.map(({ path }: { path: string }) => path);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await execa('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${filename}`], inFolder);
});

describe('the installed package', () => {
  test('has a program that counts with and without worker threads', async () => {
    expect(await execa(bin, ['8', '--quiet'], inFolder)).toMatchObject({ stdout: '92' });
    const threads = ['17', '--quiet', '--threads', '2'];
    expect(await execa(bin, threads, inFolder)).toMatchObject({ stdout: '95815104' });
  });

  test('prints the command that installs the packages of a cluster', async () => {
    writeFileSync(join(folder, 'url'), 'postgres://localhost/queens');
    const status = await execa(bin, ['status', '--database-file', 'url'], { ...inFolder, reject: false });
    expect(status.exitCode).toBe(2);
    expect(status.stderr).toMatch(/^queens-par: .*: npm install pg@\d\S+$/);
  });

  test("can be installed beside other versions of a cluster's packages, and a cluster refuses them", async () => {
    const host = join(folder, 'host');
    const versions = { pg: '8.11.3' };
    for (const [name, version] of Object.entries(versions)) {
      mkdirSync(join(host, name), { recursive: true });
      writeFileSync(join(host, name, 'package.json'), JSON.stringify({ name, version }));
    }
    writeFileSync(join(host, 'package.json'), '{ "private": true }');
    const inHost = { cwd: host, reject: false };
    const packages = ['./pg', archive];
    await execa('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages], { cwd: host });
    const program = join(host, 'node_modules/.bin/queens-par');
    expect(await execa(program, ['8', '--quiet'], inHost)).toMatchObject({ stdout: '92' });
    const refused = await execa(program, ['cluster', 'work'], inHost);
    expect(refused.stderr).toMatch(/\(8\.11\.3 is installed\).* npm install pg@8\S+\. If .*$/);
    expect(refused.exitCode).toBe(2);
  });

  test('can be imported as a library', async () => {
    const script = `import { count } from 'queens-par'; console.log((await count(17, { threads: 2 })).count);`;
    const run = execa(process.execPath, ['--input-type=module', '--eval', script], inFolder);
    expect(await run).toMatchObject({ stdout: '95815104n' });
  });

  test('says in one line that other programs must not bundle it', async () => {
    writeFileSync(join(folder, 'app.mjs'), `import { count } from 'queens-par'; console.log((await count(14)).count);`);
    const app = await rolldown({
      input: join(folder, 'app.mjs'),
      platform: 'node',
      external: ['fs-native-extensions'],
    });
    await app.write({ dir: join(folder, 'bundled'), format: 'esm' });
    const { stderr, exitCode } = await execa(process.execPath, ['bundled/app.js'], { ...inFolder, reject: false });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Do not bundle queens-par');
  });

  test.each(['import', 'require'])('says in one line that a browser cannot run it (%s)', async (way) => {
    const names = way === 'import' ? "import { count } from 'queens-par'" : "const { count } = require('queens-par')";
    writeFileSync(join(folder, `page-${way}.js`), `${names}; count(8);`);
    const app = await rolldown({ input: join(folder, `page-${way}.js`), platform: 'browser' });
    const { output } = await app.generate({ format: 'iife' });
    const { stderr } = await execa(process.execPath, ['--eval', output[0].code], { ...inFolder, reject: false });
    expect(stderr).toContain('Error: queens-par runs in Node.js, not in browsers.');
  });

  test('can be loaded by require()', async () => {
    const script = `const { count, UsageError } = require('queens-par');
      count(17, { threads: 2 }).then((result) => console.log(result.count));
      count(-1).catch((error) => console.log(error instanceof UsageError));`;
    writeFileSync(join(folder, 'use.cjs'), script);
    const { stdout, stderr } = await execa(process.execPath, ['use.cjs'], inFolder);
    expect(stdout.split('\n').sort()).toEqual(['95815104n', 'true']);
    expect(stderr).toBe('');
  });

  test('has types for Node.js and for the browser', async () => {
    const script = `import { count, type CountResult } from 'queens-par';
      const result: CountResult = await count(8, { threads: 1, signal: AbortSignal.timeout(1000) });
      const solutions: bigint = result.count;
      // @ts-expect-error: a count is a bigint
      const wrong: number = result.count;
      console.log(solutions, wrong);`;
    writeFileSync(join(folder, 'use.ts'), script);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--ignoreConfig', 'use.ts'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    await execa(process.execPath, [tsc, ...options, '--lib', 'es2023,dom'], inFolder);
    const ofNode = ['--lib', 'es2023', '--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    await execa(process.execPath, [tsc, ...options, ...ofNode], inFolder);
  });

  test('has the necessary files and no others', () => {
    const pageFiles = ['index.html', 'page.js', 'page.css', 'worker.js', 'meet.wasm', 'LICENSES.txt'].map((file) =>
      builtFiles().get(file),
    );
    const necessary = ['LICENSE', 'dist/man/queens-par.1', 'dist/workers/bitmask.wasm'];
    expect(packed).toEqual(expect.arrayContaining([...necessary, ...pageFiles.map((file) => `dist/page/${file}`)]));
    const inDist = /^dist\/(cli|lib|man|page|src|workers|LICENSES|commit)/;
    const elsewhere =
      /^(bin\/(queens-par|browser)\.cjs$|docs\/|scripts\/(cluster|jobs)\/|[A-Z]+(\.(md|cff))?$|package)/;
    expect(packed.filter((file) => !inDist.test(file) && !elsewhere.test(file))).toEqual([]);
    expect(packed.filter((file) => /23\b.*\.ledger$/.test(file))).toEqual([]); // only a checkout and a site have it
  });

  test('has every file that its documents link to', () => {
    const broken = packed
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => {
        const text = readFileSync(join(root, file), 'utf8').replaceAll(/^```.*?^```$/gms, '');
        const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map(([, link = '']) => join(file, '..', link));
        return links.filter((link) => !packed.some((path) => path === link || path.startsWith(link)));
      });
    expect(broken).toEqual([]);
  });

  test('is small, and installs few packages', () => {
    expect(size).toBeLessThan(900_000); // bytes, compressed
    const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed.length).toBeLessThan(20);
  });
});
