import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { explainMessages, type Server, startOwnDatabase } from '../../../src/cluster/postgres/own-database.js';
import { temporaryFolder } from '../../node/ledger/folder.js';
import { query } from '../postgres.js';

const path = temporaryFolder();
const file = (name: string) => join(path('database'), name);
let server: Server | undefined;

/** Starts the database, checks that its URL works, and returns the URL. */
async function start(): Promise<string> {
  const started = await startOwnDatabase(path('database'));
  server = started.server;
  expect(readFileSync(file('url'), 'utf8')).toBe(`${started.url}\n`);
  expect(await query(started.url, 'select 42 as answer')).toEqual([{ answer: 42 }]);
  return started.url;
}

/** Returns the message of the error with which the database fails to start. */
async function failure(): Promise<string> {
  return start().then(
    () => 'it starts',
    (error: Error) => error.message,
  );
}

beforeAll(async () => {
  chmodSync(path(''), 0o755); // if root runs the tests, the server runs as the user postgres
  await query(await start(), 'create table kept ()');
  await server?.stop();
});
afterEach(() => server?.stop());

test('a server is ready once its own postmaster.pid is, not that of a server that was killed', async () => {
  await start();
  const left = readFileSync(file('data/postmaster.pid'), 'utf8');
  await server?.stop();
  const killed = spawn(process.execPath, ['--eval', '']);
  await once(killed, 'exit');
  writeFileSync(file('data/postmaster.pid'), left.replace(/^\d+/, String(killed.pid)));
  await start();
  expect(readFileSync(file('data/postmaster.pid'), 'utf8')).toMatch(new RegExp(`^${server?.child.pid}\n`));
});

test('the database is not started twice, and the error tells how to continue after a crash', async () => {
  const url = await start();
  await expect(startOwnDatabase(path('database'))).rejects.toThrow(
    /Is another postmaster \(PID \d+\) running .* If so, see \S+url; if not, remove \S+postmaster\.pid$/,
  );
  expect(readFileSync(file('url'), 'utf8')).toBe(`${url}\n`);
});

test.each(['', 'postgres://queens_par:8862d8', 'text of another program\n'])(
  'the database starts, and keeps its tables, if its file url contains %j',
  async (contents) => {
    writeFileSync(file('url'), contents);
    expect(await query(await start(), 'select from kept')).toEqual([]);
  },
);

test('a database without its password is not started, and stays as it is', async () => {
  const password = readFileSync(file('password'), 'utf8');
  for (const lost of ['', '8862d8', "text ' of another program\n"]) {
    writeFileSync(file('password'), lost);
    expect(await failure()).toMatch(/^the password in \S+ is lost\. Remove \S+ to start/);
  }
  writeFileSync(file('password'), password);
  expect(await query(await start(), 'select from kept')).toEqual([]);
});

test('a folder that others can enter is an error that names the right permissions', async () => {
  chmodSync(file('data'), 0o755);
  expect(await failure()).toMatch(/has invalid permissions\. Permissions should be u=rwx \(0700\)/);
  chmodSync(file('data'), 0o700);
  await start();
});

test('the database of another PostgreSQL version, or of another program, is refused', async () => {
  const own = readFileSync(file('data/PG_VERSION'), 'utf8');
  writeFileSync(file('data/PG_VERSION'), '17\n');
  expect(await failure()).toMatch(
    /initialized by PostgreSQL version 17, which is not compatible with this version \d+\.\d+/,
  );
  rmSync(file('data/PG_VERSION'));
  expect(await failure()).toMatch(/data is not a PostgreSQL database\. Remove it/);
  writeFileSync(file('data/PG_VERSION'), own);
});

test.runIf(process.getuid?.() === 0)('a server is stopped even if no other program can be started', async () => {
  await start();
  const before = process.env.PATH;
  process.env.PATH = '';
  await server?.stop();
  process.env.PATH = before;
  expect(existsSync(file('data/postmaster.pid'))).toBe(false);
});

test.each([
  [
    'Execution of PostgreSQL by a user with administrative permissions is not\npermitted.\nThe server must be',
    'Execution of PostgreSQL by a user with administrative permissions is not permitted. The server must be',
  ],
  ['Execution by an administrator is not\r\npermitted.\r\n', 'Execution by an administrator is not permitted.'],
  ['2026-11-27 00:00:00 UTC [7] LOG:  starting\n2026-11-27 00:00:01 UTC [7] FATAL:  no room\n', 'no room'],
  [
    '2026-11-27 00:00:01 UTC [7] FATAL:  no room\n2026-11-27 00:00:01 UTC [7] HINT:  Make some.\n',
    'no room. Make some',
  ],
  ['', ''],
])('the messages %j of a server that has exited are explained', (messages, explained) => {
  expect(explainMessages(messages)).toBe(explained);
});
