import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort, OwnDatabase } from '../../../src/cluster/postgres/own-database.js';
import { readPostmaster, startServer } from '../../../src/cluster/postgres/postgres-server.js';
import { temporaryFolder } from '../../node/ledger/folder.js';
import { query } from '../postgres.js';

const path = temporaryFolder();
const file = (name: string) => join(path('database'), name);
let database: OwnDatabase;

/** Starts the database, checks that its URL works, and returns the URL. */
async function start(): Promise<string> {
  database = new OwnDatabase(path('database'));
  const url = await database.start();
  expect(readFileSync(file('url'), 'utf8')).toBe(`${url}\n`);
  expect(await query(url, 'select 42 as answer')).toEqual([{ answer: 42 }]);
  return url;
}

/** Returns the message of the error with which the database fails to start. */
async function failure(): Promise<string> {
  database = new OwnDatabase(path('database'));
  const message = await database.start().then(
    () => 'it starts',
    (error) => error.message,
  );
  await database.close();
  return message;
}

let postmasterFile: string;
const programs: ChildProcess[] = [];

beforeAll(async () => {
  chmodSync(path(''), 0o755); // if root runs the tests, the server runs as the user postgres
  await start();
  await query(readFileSync(file('url'), 'utf8').trim(), 'create table kept ()');
  postmasterFile = readFileSync(file('data/postmaster.pid'), 'utf8');
  await database.close();
});
afterEach(async () => {
  await database.close();
  for (const program of programs.splice(0)) program.kill('SIGKILL');
});

/** Starts a program of the server's user. A signal would end it. */
async function startOther() {
  const script = "process.stdin.on('data', () => process.exit(7)); console.log('ready')";
  const { uid, gid } = statSync(file('data'));
  const owner = process.getuid?.() === 0 ? { uid, gid } : {};
  const other = spawn(process.execPath, ['--eval', script], {
    ...owner,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  programs.push(other);
  await once(other.stdout, 'data');
  return {
    pid: other.pid,
    /** Checks that no signal has ended it. */
    async expectNoSignal() {
      other.stdin.write('exit');
      expect(await once(other, 'exit')).toEqual([7, null]);
    },
  };
}

/** Writes a postmaster.pid with another process number and another port. */
function leavePostmasterFile(pid: number | undefined, port?: number): void {
  const lines = postmasterFile.split('\n');
  writeFileSync(
    file('data/postmaster.pid'),
    [pid, ...lines.slice(1, 3), port ?? lines[3], ...lines.slice(4)].join('\n'),
  );
  const { uid, gid } = statSync(file('data'));
  chownSync(file('data/postmaster.pid'), uid, gid);
}

describe('a postmaster.pid that names a process of another program', () => {
  test('is removed, and the process gets no signal', async () => {
    const other = await startOther();
    leavePostmasterFile(other.pid);
    await start();
    await database.close();
    expect(existsSync(file('data/postmaster.pid'))).toBe(false);
    await other.expectNoSignal();
  });

  test('is an error with a remedy if another process is listening on its port, which gets no signal', async () => {
    const other = await startOther();
    const listener = createServer((socket) => socket.on('error', () => {}).end('hello')).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    leavePostmasterFile(other.pid, typeof address === 'object' ? address?.port : 0);
    const message =
      /postmaster\.pid contains process id \d+, but this database's server does not answer.*otherwise remove the file$/;
    expect(await failure()).toMatch(message);
    await other.expectNoSignal();
    listener.close();
    rmSync(file('data/postmaster.pid'));
  });
});

test('a server is ready once its own postmaster.pid is, not that of a server that was killed', async () => {
  const killed = spawn(process.execPath, ['--eval', '']);
  await once(killed, 'exit');
  leavePostmasterFile(killed.pid);
  expect(readPostmaster(file('data'))).toMatchObject({ pid: killed.pid, isReady: true });
  const files = { data: file('data'), password: file('password'), log: file('log') };
  const server = await startServer(files, await findFreePort(0));
  expect(readPostmaster(file('data'))).toMatchObject({ pid: server.child.pid, isReady: true });
  await server.stop();
});

test.each([
  ['url', ''],
  ['url', 'postgres://queens_par:8862d8'],
  ['url', 'text of another program\n'],
  ['password', ''],
  ['password', '8862d8'],
  ['password', "text ' of another program\n"],
  ['data/postmaster.pid', ''],
  ['data/postmaster.pid', '47'],
  ['data/postmaster.pid', 'text of another program\n'],
])('the database starts, and keeps its tables, if its file %s contains %j', async (name, contents) => {
  writeFileSync(file(name), contents);
  expect(await query(await start(), 'select from kept')).toEqual([]);
});

test('a lost password is replaced with a new one', async () => {
  const before = await start();
  await database.close();
  rmSync(file('password'));
  const after = await start();
  expect(new URL(after).password).not.toBe(new URL(before).password);
  await expect(query(before, 'select')).rejects.toThrow('password authentication failed');
});

test('a folder that others can enter is an error that names the right permissions', async () => {
  chmodSync(file('data'), 0o755);
  expect(await failure()).toMatch(/has invalid permissions\. Permissions should be u=rwx \(0700\)/);
  chmodSync(file('data'), 0o700);
  await start();
});

test('the database of another PostgreSQL version, or of another program, is refused and unchanged', async () => {
  const own = readFileSync(file('data/PG_VERSION'), 'utf8');
  writeFileSync(file('data/PG_VERSION'), '17\n');
  expect(await failure()).toMatch(
    /initialized by PostgreSQL version 17, which is not compatible with this version \d+\.\d+/,
  );
  writeFileSync(file('data/PG_VERSION'), '');
  expect(await failure()).toMatch(/data is not a PostgreSQL database\. .* \(--data\)$/);
  writeFileSync(file('data/PG_VERSION'), own);

  const url = await start();
  await query(url, "create role ada superuser login password 'secret'");
  const urlOfAda = url.replace(/queens_par:\w+/, 'ada:secret');
  await query(urlOfAda, 'alter role queens_par rename to bob');
  await database.close();
  const rules = readFileSync(file('data/pg_hba.conf'), 'utf8');
  rmSync(file('password'));
  expect(await failure()).toBe('PostgreSQL failed to start: role "queens_par" does not exist');
  expect(readFileSync(file('data/pg_hba.conf'), 'utf8')).toBe(rules);
});

test.runIf(process.getuid?.() === 0)('a server is stopped even if no other program can be started', async () => {
  rmSync(path('database'), { recursive: true });
  await start();
  const before = process.env.PATH;
  process.env.PATH = '';
  await database.close();
  process.env.PATH = before;
  expect(existsSync(file('data/postmaster.pid'))).toBe(false);
});
