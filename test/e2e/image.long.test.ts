/** The container image, without a tool for containers: its instructions are run in empty folders. */
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../node/ledger/folder.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const path = temporaryFolder();
const folders = { build: path('build'), package: path('package'), prefix: path('prefix') };

/** The instructions of the two stages, each one line. */
const stages = readFileSync(join(root, 'scripts/cluster/Containerfile'), 'utf8')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n/g, ' ')
  .split(/^(?=FROM)/m)
  .map((stage) => stage.split('\n'));

/** Returns the arguments of a stage's instructions of one kind. */
function instructions(stage: number, kind: string): string[] {
  return (stages[stage] ?? []).flatMap((line) => (line.startsWith(`${kind} `) ? line.slice(kind.length + 1) : []));
}

function copy(words: string, from: string, to: string): void {
  const sources = words.split(' ').filter((word) => !word.startsWith('--'));
  const target = sources.pop() ?? '';
  for (const source of sources) {
    const name = source.replace(/^\/build\//, '');
    cpSync(join(from, name), join(to, target.endsWith('/') ? basename(name) : target), { recursive: true });
  }
}

/** Runs the npm commands of a stage. An image has no other global packages. */
async function executeNpm(stage: number, cwd: string): Promise<void> {
  const env = { npm_config_prefix: folders.prefix, npm_config_prefer_offline: 'true', npm_config_audit: 'false' };
  const commands = instructions(stage, 'RUN').filter((command) => command.includes('npm'));
  expect(commands).not.toEqual([]);
  for (const command of commands) await execa('sh', ['-c', command], { cwd, env });
}

beforeAll(async () => {
  for (const folder of Object.values(folders)) mkdirSync(folder);
  for (const words of instructions(0, 'COPY')) copy(words, root, folders.build);
  await executeNpm(0, folders.build);
  for (const words of instructions(1, 'COPY')) copy(words, folders.build, folders.package);
  await executeNpm(1, folders.package);
}, 3_600_000);

/** Runs a command as in the image. */
function run(command: readonly string[], env: Record<string, string> = {}) {
  const [program = '', ...args] = command;
  return execa(join(folders.prefix, 'bin', program), args, { cwd: '/', env, reject: false, timeout: 60_000 });
}

test('the image counts with and without worker threads', async () => {
  expect(await run(['queens-par', '12', '--quiet'])).toMatchObject({ stdout: '14200', stderr: '' });
  const onTwoThreads = ['queens-par', '17', '--quiet', '--threads', '2'];
  expect(await run(onTwoThreads)).toMatchObject({ stdout: '95815104', stderr: '' });
});

test('the image has the packages of a cluster, and its command starts a worker', async () => {
  const [command = ''] = instructions(1, 'CMD');
  expect(await run(JSON.parse(command))).toMatchObject({
    stderr: expect.stringMatching(/^queens-par: the database URL is missing/),
    exitCode: 2,
  });
  const env = { QUEENS_PAR_DATABASE_URL: 'postgres://ada@127.0.0.1:1/queens' };
  expect(await run(['queens-par', 'status'], env)).toMatchObject({
    stderr: expect.stringContaining('connection refused'),
    exitCode: 1,
  });
});

test('the image starts its command with an init, which it installs', () => {
  const [entry = ''] = instructions(1, 'ENTRYPOINT');
  const [init] = JSON.parse(entry);
  expect(instructions(1, 'RUN').join('\n')).toMatch(new RegExp(`apt-get install .*\\b${init}\\b`));
});
