import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The rooms of the house, from the door inwards: a file may import from its own room and from rooms further in, never
 * from one further out. A room is a folder, or a file that stands directly in src.
 */
const ROOMS = [
  ['src/cli.ts'],
  ['src/index.ts', 'src/commands', 'src/page'],
  ['src/cli'],
  ['src/server'],
  ['src/cluster'],
  ['src/terminal', 'src/report'],
  ['src/runs'],
  ['src/count'],
  ['src/executors', 'src/ledger'],
  ['workers'],
  ['src/symmetric', 'src/textbook'],
  ['src/plan'],
  ['src/text'],
  ['src/board'],
  ['src/errors'],
];

/** Only types may be imported against the way: they are gone when the program runs. */
const IMPORT = /^(?:import|export) (?<type>type )?[^;]*?from '(?<from>\.[^']+)';/gm;

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('workers/assembly'));
}

function roomOf(file: string): number {
  const room = ROOMS.findIndex((names) => names.some((name) => file === name || file.startsWith(`${name}/`)));
  expect(room, `${file} belongs to a room`).toBeGreaterThanOrEqual(0);
  return room;
}

/** The files that a file needs when it runs. */
function imports(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)]
    .filter(({ groups }) => !groups?.type)
    .map(({ groups }) => join(dirname(file), groups?.from ?? '').replace(/\.js$/, '.ts'))
    .map((target) => (existsSync(join(root, target)) ? target : `${target}x`)); // of the page's elements
}

const files = [...sources('src'), ...sources('workers')];

test('imports point one way', () => {
  const against = files.flatMap((file) =>
    imports(file)
      .filter((target) => roomOf(target) < roomOf(file))
      .map((target) => `${file} -> ${target}`),
  );
  expect(against).toEqual([]);
});

test('no file needs itself, by any way round', () => {
  const done = new Set<string>();
  function visit(file: string, path: readonly string[]): void {
    expect(path, `cycle: ${[...path, file].join(' -> ')}`).not.toContain(file);
    if (done.has(file)) return;
    for (const target of imports(file)) visit(target, [...path, file]);
    done.add(file);
  }
  for (const file of files) visit(file, []);
  expect(done.size).toBe(files.length);
});
