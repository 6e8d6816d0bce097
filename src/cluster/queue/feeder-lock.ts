import type { PoolClient } from 'pg';
import type { Database } from '../database/database.js';
import type { Run } from '../ledger/runs.js';

/**
 * Has the server close a connection whose machine has vanished: it asks after 10 seconds of silence, then every 5 seconds,
 * up to 3 times. (The default of Linux is two hours.)
 */
const KEEPALIVE = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 };

const TRY_TO_TAKE = `select pg_try_advisory_lock(hashtext('queens_par feeder'::text), $1::integer) as taken, ${Object.entries(
  KEEPALIVE,
)
  .map(([name, value]) => `set_config('${name}'::text, '${value}'::text, false)`)
  .join(', ')}`;

/** The login that holds the lock, if it does not own the ledger. A lock of two integers has the objsubid 2. */
const USURPER = `select pg_stat_activity.usename::text as login
  from pg_locks join pg_stat_activity using (pid)
 where locktype = 'advisory' and granted and objsubid = 2 and pg_locks.objid = $1::integer::oid
   and database = (select oid from pg_database where datname = current_database())
   and classid = (hashtext('queens_par feeder'::text)::bigint & 4294967295)::oid
   and not queens_par.owns(pg_stat_activity.usename::text)
 limit 1`;

/**
 * Makes sure that one process feeds a run. The lock belongs to a connection: it is released when the process or its machine
 * ends, and another process gets it. A process that is frozen keeps it, and so does a hostile login: every login can take it.
 */
export class FeederLock {
  readonly #database: Database;
  readonly #run: number;
  #connection: PoolClient | undefined;
  #usurper: string | undefined;

  constructor(database: Database, run: Run) {
    this.#database = database;
    this.#run = run.id;
  }

  /** Whether we have it, as far as we know: two that feed are wasteful, but not wrong. */
  get isOurs(): boolean {
    return this.#connection !== undefined;
  }

  /** The login that holds the lock although it does not own the ledger: it is not to be waited for. */
  get usurper(): string | undefined {
    return this.#usurper;
  }

  /** Takes the lock if we do not have it and nobody else does. @returns whether it was taken by this call. */
  async tryToTake(): Promise<boolean> {
    if (this.#connection) return false;
    const connection = await this.#database.connect().catch(() => undefined); // without one, we try again later
    if (!connection) return false;
    try {
      const { rows } = await connection.query<{ taken: boolean }>(TRY_TO_TAKE, [this.#run]);
      if (rows[0]?.taken) {
        connection.once('error', () => this.release());
        this.#connection = connection;
        return true;
      }
      this.#usurper = (await connection.query<{ login: string }>(USURPER, [this.#run])).rows[0]?.login;
      connection.release();
    } catch {
      connection.release(true);
    }
    return false;
  }

  /** Gives it back, with its connection. */
  release(): void {
    this.#connection?.release(true);
    this.#connection = undefined;
  }
}
