import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { Database } from '../../src/cluster/connection/database.js';
import { createDatabase, findFreePort, type Server, startServer } from '../../src/cluster/postgres/own-database.js';
import { installSchema } from '../../src/cluster/tables/schema.js';
import { until } from './processes.js';

const USER = 'queens_par';
const PASSWORD = 'a password with @ and /';

/** Databases on a PostgreSQL server. */
export interface Databases {
  /** Creates an empty database, and returns its URL. */
  create(): Promise<string>;
  /** Creates a database with the tables of this version, and returns its URL. */
  createTables(): Promise<string>;
}

/** A PostgreSQL server for one test file. */
export interface Postgres extends Databases {
  /** Kills all processes of the server. */
  kill(): void;
  /** Starts the server after `kill`. */
  start(): Promise<void>;
  /** Stops the server, copies its folder, and starts it again. */
  backUp(): Promise<void>;
  /** Stops the server, replaces its folder with the copy, and starts it again. */
  restore(): Promise<void>;
  /** Kills the server, and starts it again after `downFor` milliseconds. */
  killAndRestart(downFor?: number): Promise<void>;
}

/** Path of the certificate of the authority that signed the servers' certificate. */
export const AUTHORITY = fileURLToPath(new URL('tls/authority.pem', import.meta.url));

/** The server that shared-server.ts starts for all files whose tests do not stop it. */
export function useSharedServer(): Databases {
  return createDatabases(() => inject('postgresPort'));
}

/** Starts a server with TLS before the tests in a file, and stops and removes it after them. */
export function usePostgres(): Postgres {
  const server = createServer();
  beforeAll(server.initialize);
  afterAll(server.remove);
  return server;
}

function createDatabases(port: () => number): Databases {
  const url = (database: string) =>
    `postgres://${USER}:${encodeURIComponent(PASSWORD)}@localhost:${port()}/${database}`;
  async function create(): Promise<string> {
    const name = `queens_${randomUUID().replaceAll('-', '')}`;
    await query(url('postgres'), `create database ${name}`);
    return url(name);
  }
  return {
    create,
    async createTables() {
      const own = await create();
      const database = new Database(own);
      await installSchema(database).finally(() => database.close());
      return own;
    },
  };
}

/** Creates a server in a new folder. */
export function createServer() {
  const folder = mkdtempSync(join(tmpdir(), 'queens-par-postgres-'));
  chmodSync(folder, 0o755); // if the tests run as root, the server runs as the user postgres
  const file = (name: string) => join(folder, name);
  const files = { data: file('data'), password: file('password'), log: file('log') };
  let port = 0;
  let server: Server | undefined;

  async function start(): Promise<void> {
    for (;;) {
      try {
        server = await startServer(files, port);
        return;
      } catch (error) {
        if (!String(error).includes('old server processes')) throw error;
        await delay(200);
      }
    }
  }

  function kill(): void {
    const pid = Number(readFileSync(join(files.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n');
    process.kill(pid, 'SIGKILL');
    for (const child of children) {
      try {
        process.kill(Number(child), 'SIGKILL');
      } catch {} // the process has already exited
    }
  }

  return {
    ...createDatabases(() => port),
    /** Starts the server for the first time. @returns its port. */
    async initialize(): Promise<number> {
      writeFileSync(files.password, PASSWORD);
      const tls = ['ssl=on', `ssl_cert_file='${file('server.pem')}'`, `ssl_key_file='${file('server.key')}'`];
      await createDatabase(files);
      // Unsynced data survives when the server is killed. Only a power cut would lose it.
      appendFileSync(join(files.data, 'postgresql.conf'), ['fsync=off', ...tls, ''].join('\n'));
      for (const name of ['server.pem', 'server.key']) {
        copyFileSync(fileURLToPath(new URL(`tls/${name}`, import.meta.url)), file(name));
        chmodSync(file(name), 0o600);
        const { uid, gid } = statSync(files.data);
        chownSync(file(name), uid, gid); // the server must own its key
      }
      port = await findFreePort(0);
      await start();
      return port;
    },
    async remove(): Promise<void> {
      await server?.stop().catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
    kill,
    start,
    async backUp(): Promise<void> {
      await server?.stop();
      rmSync(file('copy'), { recursive: true, force: true });
      execFileSync('cp', ['-a', files.data, file('copy')]);
      await start();
    },
    async restore(): Promise<void> {
      await server?.stop();
      rmSync(files.data, { recursive: true });
      execFileSync('cp', ['-a', file('copy'), files.data]);
      await start();
    },
    async killAndRestart(downFor = 500): Promise<void> {
      kill();
      await server?.exit; // a busy machine takes a while to end a killed process
      await delay(downFor);
      await start();
    },
  };
}

/** Runs a query over a new connection, and returns the rows. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Begins a transaction with a statement that takes a lock. */
export async function takeLock(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // a test that fails leaves it open until the server stops
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  const [own] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
  return {
    client,
    /** Waits until the program is waiting for the lock. */
    untilWaitedFor: () =>
      until(async () => {
        const blocked = `select from pg_stat_activity
          where application_name = 'queens-par' and $1 = any(pg_blocking_pids(pid))`;
        return (await query(url, blocked, [own?.pid])).length > 0;
      }, 'the program is waiting for the lock'),
    /** Commits the transaction. */
    async release(): Promise<void> {
      await client.query('commit');
      await client.end();
    },
  };
}

/** Checks that the ledger of a run is complete and has no conflict. */
export async function checkLedger(url: string, run: string): Promise<void> {
  const [ledger] = await query<{ rows: number; subproblems: number; conflict: unknown }>(
    url,
    `select (select count(*)::integer from queens_par.ledger where run = $1) as rows, subproblems, conflict
       from queens_par.run where name = $1`,
    [run],
  );
  if (!ledger || ledger.rows !== ledger.subproblems || ledger.conflict !== null)
    throw new Error(`the ledger of run ${run} is wrong: ${JSON.stringify(ledger)}`);
}

/** Returns the number of finished subproblems of a run, or 0 before the run exists. */
export async function countFinished(url: string, run: string): Promise<number> {
  const rows = await query<{ finished: number }>(
    url,
    'select count(*)::integer as finished from queens_par.ledger where run = $1',
    [run],
  ).catch(() => []);
  return rows[0]?.finished ?? 0;
}

/** Returns the number of jobs of a run in the queue, or 0 before the run exists. */
export async function countJobs(url: string, run: string): Promise<number> {
  const rows = await query<{ jobs: number }>(
    url,
    `select count(*)::integer as jobs
       from queens_par.job join queens_par.run on run.id = job.run where run.name = $1`,
    [run],
  ).catch(() => []);
  return rows[0]?.jobs ?? 0;
}

/** Waits until the jobs of a run are in the queue. The coordinator adds them all at once. */
export async function untilQueued(url: string, run: string): Promise<void> {
  await until(async () => (await countJobs(url, run)) > 0, `the jobs of run ${run} are in the queue`);
}

/** Waits until at least this many subproblems of a run are finished. */
export async function untilFinished(url: string, run: string, least = 1): Promise<void> {
  await until(async () => (await countFinished(url, run)) >= least, `${least} subproblems of run ${run} are finished`);
}
