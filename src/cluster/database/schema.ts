import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PoolClient, QueryResultRow } from 'pg';
import type { Database } from './database.js';
import { DatabaseError } from './database-error.js';

/**
 * The files in src/cluster/sql/steps, in order. A change of the tables is a new step at the end, with the next number; a
 * step that was released is never changed.
 */
const STEPS: readonly { version: number; file: string }[] = [
  { version: 2, file: 'steps/2-ledger' },
  { version: 3, file: 'steps/3-set-aside' },
  { version: 4, file: 'steps/4-recount' },
];

/** The version of the ledger's tables that this program knows. */
const SCHEMA_VERSION = Math.max(...STEPS.map(({ version }) => version));

/** What is executed after the steps, and again whenever it is not what the database has. */
const FUNCTIONS: readonly string[] = ['functions', 'recount', 'queue', 'grants'];

const require = createRequire(import.meta.url);

/** What a database has of the ledger. */
interface Installed {
  /** Version of the tables; 0 where there are none. */
  readonly version: number;
  /** Fingerprint of the functions; null where it was not recorded. */
  readonly functions: string | null;
}

/** Asks the database something that needs no parameters. */
type Ask = <Row extends QueryResultRow>(text: string) => Promise<Row[]>;

/**
 * Makes the tables and functions of queue and ledger, or brings them up to this program's version. The ledger's come last,
 * so that a worker that finds them finds the queue as well. Waits for the database as `database` does.
 *
 * @throws Error if they were made by a newer version of the program, or this login may not make them.
 */
export function installSchema(database: Database): Promise<void> {
  return database.persist(() => installNow(database));
}

async function installNow(database: Database): Promise<void> {
  if (isCurrent(await installed((text) => database.query(text)))) return;
  // The queue's package takes 200 ms to load: only for those who make its tables.
  const [{ runMigrations }, { QUEUE_SCHEMA }] = await Promise.all([import('bullmq'), import('../queue/queue.js')]);
  const connection = await database.connect();
  try {
    await runMigrations(connection, QUEUE_SCHEMA);
    const ask = asking(connection);
    for (let found = await installed(ask); !isCurrent(found); found = await installed(ask)) {
      await connection.query('begin');
      await installLedger(connection, found.version);
      await connection.query('commit');
    }
  } finally {
    connection.release(true); // what was not committed goes with the connection
  }
}

/**
 * Executes the steps that are missing and installs the functions, in the transaction of this connection, which must not have
 * read the tables yet: two processes that have, and then both want to change them, wait for each other.
 *
 * @param before the version that was found before the transaction; 0 for none.
 */
async function installLedger(connection: PoolClient, before: number): Promise<void> {
  const ask = asking(connection);
  // Any login can hold an advisory lock for ever; only the owner can lock the table.
  await ask(
    before > 0
      ? 'lock table queens_par.version in share row exclusive mode'
      : `select pg_advisory_xact_lock(hashtext('queens_par schema'::text)::bigint)`,
  );
  const held = await installed(ask);
  if (held.version !== before || isCurrent(held)) return; // another process was faster: look again
  for (const { version, file } of STEPS.filter(({ version }) => version > held.version)) {
    await ask(sqlFile(file));
    await connection.query('insert into queens_par.version (version) values ($1::integer)', [version]);
  }
  for (const file of FUNCTIONS) await ask(sqlFile(file));
  await connection.query('update queens_par.version set functions = $1::text where version = $2::integer', [
    fingerprint(),
    SCHEMA_VERSION,
  ]);
}

function asking(connection: PoolClient): Ask {
  return async (text) => (await connection.query(text)).rows;
}

async function installed(ask: Ask): Promise<Installed> {
  // Asked of the table: to_regclass may answer from a cache that does not know what another process has just made.
  const [found] = await ask<{ made: boolean }>(
    `select exists (select from pg_catalog.pg_tables where schemaname = 'queens_par' and tablename = 'version') as made`,
  );
  if (!found?.made) return { version: 0, functions: null };
  // Version 2 had no column for the functions. (The star means the row: without it, the column of the table's name is meant.)
  const [latest] = await ask<Installed>(
    `select version.version, to_jsonb(version.*) ->> 'functions' as functions
       from queens_par.version order by version.version desc limit 1`,
  );
  return latest ?? { version: 0, functions: null };
}

/** Whether nothing is to be installed. @throws Error if a newer version of the program made the tables. */
function isCurrent({ version, functions }: Installed): boolean {
  if (version <= SCHEMA_VERSION) return version === SCHEMA_VERSION && functions === fingerprint();
  throw new DatabaseError(
    `the database was made by a newer queens-par (schema ${version}); this one knows ${SCHEMA_VERSION}`,
  );
}

/** Changes with each file of functions, and with the queue's package, which replaces functions of its own. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of FUNCTIONS) hash.update(sqlFile(file));
  hash.update(readFileSync(require.resolve('bullmq/package.json')));
  return hash.digest('hex');
}

/** The files are in src/cluster/sql, in a checkout and in the package. */
function sqlFile(name: string): string {
  return readFileSync(require.resolve(`#sql/${name}.sql`), 'utf8');
}
