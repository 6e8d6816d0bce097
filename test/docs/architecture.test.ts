import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { HOUSES, ROOMS } from '../../.dependency-cruiser.mjs';
import { temporaryFolder } from '../node/ledger/folder.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const architecture = readFileSync('ARCHITECTURE.md', 'utf8');

/** The lines of ARCHITECTURE.md for houses and rooms. A room that is a folder has a file that introduces it. */
const drawn = Array.from(
  architecture.matchAll(/^ {4}((?:src|workers)\/\S*)(?: +([\w-]+\.tsx?) )?/gm),
  ([, room = '', file]) => ({
    room,
    file,
  }),
);

test('ARCHITECTURE.md draws the houses and rooms that the linter checks, in their order', () => {
  const rooms: Readonly<Record<string, readonly string[]>> = ROOMS;
  expect(drawn.map(({ room }) => room)).toEqual(
    Object.keys(HOUSES).flatMap((house) => [house, ...(rooms[house] ?? []).map((room) => house + room)]),
  );
});

test.each(drawn.filter(({ room }) => room.endsWith('/') && !(room in ROOMS)))(
  'the first lines of $file say what $room is',
  ({ room, file }) => {
    expect(readFileSync(room + file, 'utf8')).toMatch(new RegExp(`^// ${room.slice(0, -1)} `));
  },
);

const path = temporaryFolder();

/** Returns what the compiler says of a file with this expression under the settings of src/core or src/page. */
async function compile(house: string, expression: string): Promise<string> {
  writeFileSync(path('probe.mts'), `export const probe = ${expression};\n`);
  const settings = { extends: `${root}src/${house}/tsconfig.json`, compilerOptions: { rootDir: '/' }, include: ['.'] };
  writeFileSync(path('tsconfig.json'), JSON.stringify(settings));
  const { stdout } = await execa('npx', ['tsc', '--project', path('tsconfig.json')], { cwd: root, reject: false });
  return stdout;
}

test.each([
  ['core', "Buffer.from('x')"],
  ['core', 'process.pid'],
  ['core', 'document.title'],
  ['page', "Buffer.from('x')"],
  ['page', 'process.pid'],
])('the compiler refuses in src/%s: %s', async (house, expression) => {
  expect(await compile(house, expression)).toContain(`Cannot find name '${/^\w+/.exec(expression)?.[0]}'`);
});

test('the compiler checks all files of the core, and the kernels, as code for any platform', async () => {
  const { stdout } = await execa('npx', ['tsc', '--project', 'src/core', '--listFilesOnly'], { cwd: root });
  const files = readdirSync('src/core', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  for (const file of files) expect(stdout).toContain(`src/core/${file}`);
  expect(stdout).toContain('workers/meet.ts');
  expect(await compile('core', 'performance.now()')).toBe('');
});

test('src has at most eight houses', () => {
  expect(readdirSync('src').length).toBeLessThanOrEqual(8);
});
