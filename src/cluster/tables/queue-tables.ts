import { runMigrations } from 'bullmq';
import { type Database, openPool } from '../connection/database.js';

/** Schema of the queue's tables. No other program uses it. */
export const QUEUE_SCHEMA = 'queens_par_queue';

/**
 * Creates the tables of the queue, or migrates them to this version of BullMQ. The queue gets the results' owner, so a
 * login that can use one can use both.
 */
export async function installQueue({ url }: Pick<Database, 'url'>): Promise<void> {
  const pool = openPool(url, 1, QUEUE_SCHEMA);
  try {
    const become = `select set_config('role', pg_get_userbyid(nspowner), false) from pg_namespace where nspname = $1`;
    await pool.query(become, ['queens_par']); // the pool's only connection keeps the role
    const connection = await pool.connect();
    await runMigrations(connection, QUEUE_SCHEMA).finally(() => connection.release());
  } finally {
    await pool.end();
  }
}
