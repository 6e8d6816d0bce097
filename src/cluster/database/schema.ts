import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Database } from './database.js';
import { DatabaseError } from './database-error.js';

/** The version of the ledger's tables that this program knows. */
const SCHEMA_VERSION = 2;

/** Serializes those who make the schemas at once. */
const LOCK = `pg_advisory_lock(hashtext('queens_par schema'))`;

/**
 * Makes the tables and functions of queue and ledger where they are not there yet; the ledger's last, so that a worker
 * that finds them finds the queue as well. Waits for the database as `database` does.
 *
 * @throws Error if they were made by a newer version of the program, or this role may not make them.
 */
export function installSchema(database: Database): Promise<void> {
  return database.persist(() => installNow(database));
}

async function installNow(database: Database): Promise<void> {
  const version = await schemaVersion(database);
  if (version > SCHEMA_VERSION) {
    throw new DatabaseError(
      `the database was made by a newer queens-par (schema ${version}); this one knows ${SCHEMA_VERSION}`,
    );
  }
  if (version === SCHEMA_VERSION) return;
  // The queue's package takes 200 ms to load: only for those who make its tables.
  const [{ runMigrations }, { QUEUE_SCHEMA }] = await Promise.all([import('bullmq'), import('../queue/queue.js')]);
  const connection = await database.connect();
  try {
    await connection.query(`select ${LOCK}`);
    await runMigrations(connection, QUEUE_SCHEMA);
    await connection.query(`begin; ${sqlFile('schema')}; ${sqlFile('functions')}; commit`);
  } finally {
    connection.release(true); // the lock goes with the connection
  }
}

/** 0 where there are no tables yet. */
async function schemaVersion(database: Database): Promise<number> {
  const [{ made } = { made: false }] = await database.query<{ made: boolean }>(
    `select to_regclass('queens_par.version') is not null as made`,
  );
  if (!made) return 0;
  const rows = await database.query<{ version: number }>('select max(version) as version from queens_par.version');
  return rows[0]?.version ?? 0;
}

/** The files stand in src/cluster/sql, in a checkout and in the package. */
function sqlFile(name: 'schema' | 'functions'): string {
  return readFileSync(createRequire(import.meta.url).resolve(`#sql/${name}.sql`), 'utf8');
}
