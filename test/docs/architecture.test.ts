import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { LAYERS, MODULES } from '../../.dependency-cruiser.mjs';
import { commands } from '../../src/cli/options/commands.js';
import { temporaryFolder } from '../node/ledger/folder.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const architecture = readFileSync('ARCHITECTURE.md', 'utf8');

/** The lines of ARCHITECTURE.md for layers and modules. A module that is a folder has a file that introduces it. */
const drawn = Array.from(
  architecture.matchAll(/^ {4}((?:src|workers)\/\S*)(?: +([\w-]+\.tsx?) )?/gm),
  ([, module = '', file]) => ({
    module,
    file,
  }),
);

test('ARCHITECTURE.md draws the layers and modules that the linter checks, in their order', () => {
  const modules: Readonly<Record<string, readonly string[]>> = MODULES;
  expect(drawn.map(({ module }) => module)).toEqual(
    Object.keys(LAYERS).flatMap((layer) => [layer, ...(modules[layer] ?? []).map((module) => layer + module)]),
  );
});

test.each(drawn.filter(({ module }) => module.endsWith('/') && !(module in MODULES)))(
  'the first lines of $file say what $module is',
  ({ module, file }) => {
    expect(readFileSync(module + file, 'utf8')).toMatch(new RegExp(`^// ${module.slice(0, -1)} `));
  },
);

const path = temporaryFolder();

/** Runs the compiler and returns its output. */
async function runCompiler(...args: string[]): Promise<string> {
  const options = { cwd: root, reject: false };
  return (await execa(process.execPath, ['node_modules/typescript/bin/tsc', ...args], options)).stdout;
}

/** Returns the compiler's output for a file with the given expressions under the settings of a layer. */
function compile(layer: string, ...expressions: string[]): Promise<string> {
  const own = `${root}src/${layer}/tsconfig.json`;
  writeFileSync(path('probe.mts'), `export const probes = [${expressions}];\n`);
  const settings = {
    extends: existsSync(own) ? own : `${root}tsconfig.json`,
    compilerOptions: { rootDir: '/', typeRoots: [`${root}node_modules/@types`] },
    include: ['.'],
  };
  writeFileSync(path('tsconfig.json'), JSON.stringify(settings));
  return runCompiler('--project', path('tsconfig.json'));
}

test.each([
  ['core', ["Buffer.from('x')", 'process.pid', 'document.title']],
  ['page', ["Buffer.from('x')", 'process.pid']],
  [
    'node',
    ['document.title', 'localStorage.length', 'window.name', 'alert', 'indexedDB', 'caches', 'self.postMessage'],
  ],
  ['node', ["new Worker('x.js')", 'importScripts', 'addEventListener', 'XMLHttpRequest']],
])('the compiler refuses in src/%s: %s', async (layer, expressions) => {
  const output = await compile(layer, ...expressions);
  for (const expression of expressions) {
    expect(output).toContain(`Cannot find name '${/^(?:new )?(\w+)/.exec(expression)?.[1]}'`);
  }
});

test.each(['cli', 'cluster', 'server'])('src/%s has the settings of src/node', (layer) => {
  expect(existsSync(`src/${layer}/tsconfig.json`)).toBe(false);
});

test('the compiler checks all files of the core, and the kernels, as code for any platform', async () => {
  const listed = await runCompiler('--project', 'src/core', '--listFilesOnly');
  const files = readdirSync('src/core', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  for (const file of files) expect(listed).toContain(`src/core/${file}`);
  expect(listed).toContain('workers/meet.ts');
  expect(await compile('core', 'performance.now()')).toBe('');
  expect(await compile('node', 'process.pid')).toBe('');
});

/** What a user types: one of our options, or a command after the program's name. */
const typed = new RegExp(
  `--(${Object.values(commands)
    .flatMap(({ options }) => Object.keys(options))
    .map((name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
    .join('|')})\\b|queens-par (${Object.keys(commands).join('|')}|[<\\d])`,
);

test.each(['src/core', 'src/node', 'src/cluster', 'workers'])(
  'no string in %s contains what only the command line can say',
  (folder) => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const found = files.flatMap((file) => {
      const code = readFileSync(`${folder}/${file}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm, '');
      return code.split('\n').filter((line) => typed.test(line));
    });
    expect(found).toEqual([]);
  },
);

test('src has at most eight layers', () => {
  expect(readdirSync('src').length).toBeLessThanOrEqual(8);
});
