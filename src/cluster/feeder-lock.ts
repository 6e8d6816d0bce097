import type { PoolClient } from 'pg';
import type { Database } from './database.js';
import type { Run } from './runs.js';

/**
 * Makes sure that one process feeds a run. The lock belongs to a connection: it goes with the process, however that
 * ends, and another process gets it.
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
      const asked = `select pg_try_advisory_lock(hashtext('queens_par feeder'), $1) as taken`;
      const { rows } = await connection.query<{ taken: boolean }>(asked, [this.#run]);
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
