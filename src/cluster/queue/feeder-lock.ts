import type { PoolClient } from 'pg';
import type { Database } from '../database/database.js';
import type { Run } from '../ledger/runs.js';

/**
 * Has the server let go of a connection whose machine has vanished without a word: it asks after seconds of silence,
 * then every so many, and so often in vain. (Linux does so after two hours by itself.)
 */
const KEEPALIVE = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 };

const TRY_TO_TAKE = `select pg_try_advisory_lock(hashtext('queens_par feeder'::text), $1::integer) as taken, ${Object.entries(
  KEEPALIVE,
)
  .map(([name, value]) => `set_config('${name}'::text, '${value}'::text, false)`)
  .join(', ')}`;

/**
 * Makes sure that one process feeds a run. The lock belongs to a connection: it goes with the process or its machine,
 * however they end, and another process gets it. A process that is frozen keeps it.
 */
export class FeederLock {
  readonly #database: Database;
  readonly #run: number;
  #connection: PoolClient | undefined;

  constructor(database: Database, run: Run) {
    this.#database = database;
    this.#run = run.id;
  }

  /** Whether we have it, as far as we know: two that feed are wasteful, but not wrong. */
  get isOurs(): boolean {
    return this.#connection !== undefined;
  }

  /** Takes the lock if we do not have it and nobody else does. @returns whether we have just got it. */
  async tryToTake(): Promise<boolean> {
    if (this.#connection) return false;
    const connection = await this.#database.connect().catch(() => undefined); // for lack of one, we try again later
    if (!connection) return false;
    try {
      const { rows } = await connection.query<{ taken: boolean }>(TRY_TO_TAKE, [this.#run]);
      if (rows[0]?.taken) {
        connection.once('error', () => this.release());
        this.#connection = connection;
        return true;
      }
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
