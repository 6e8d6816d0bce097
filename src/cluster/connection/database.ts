// src/cluster/connection connects to the database, with timeouts, short error messages, and retries during outages.

import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientBase, type ClientConfig, Pool, type QueryResultRow } from 'pg';
import { UsageError } from '../../core/errors/errors.js';
import { explainDatabaseError, isCollision, isLockTimeout, isOutage } from './database-error.js';

/** Timeouts for opening a connection and for the answer to a statement, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;
const QUERY_TIMEOUT = 30_000;

/**
 * Maximum milliseconds between two statements in a transaction. PostgreSQL ends the transaction of a process that is
 * frozen or has lost the network, because others may be waiting for its locks.
 */
const IDLE_TRANSACTION_TIMEOUT = 10_000;

/** Milliseconds that a statement waits for another program's lock before it is repeated and the user is told why. */
const LOCK_TIMEOUT = 5_000;

/** Milliseconds before the first retry. They double, up to the maximum. */
const MIN_PAUSE = 200;
const MAX_PAUSE = 10_000;

/** A worker uses one connection, and for a moment a second one to submit results. */
const MAX_CONNECTIONS = 2;

/** Milliseconds until an unused connection is closed. Heartbeats are more frequent, so a worker keeps one. */
const IDLE_TIMEOUT = 30_000;

/** Timeout for closing connections, in milliseconds. A frozen server would never let them close. */
const CLOSE_TIMEOUT = 2_000;

/** Options for using a database. Every field has a default. */
export interface DatabaseOptions {
  /** Called when tasks begin to fail in an outage, and when all tasks work again. Without it, an outage is an error. */
  readonly onOutage?: ((message: string) => void) | undefined;
  /** Called with a sentence when a statement waits for another program's lock. */
  readonly onLock?: ((message: string) => void) | undefined;
  /** Ends the retries during an outage. */
  readonly signal?: AbortSignal | undefined;
}

/** Anything that runs statements: a transaction, or a database, which may use several connections. */
export interface Queryable {
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A PostgreSQL database. In statements, table names without a schema refer to `queens_par`. */
export class Database {
  readonly url: string;
  readonly #pool: Pool;
  readonly #options: DatabaseOptions;
  /** Tasks that wait for the database to answer, and tasks that wait for locks. Other tasks may succeed meanwhile. */
  readonly #down = new Set<unknown>();
  readonly #locked = new Set<unknown>();
  /** Whether the connections come from a pooler, and whether commits have waited for a synchronous standby. */
  #isPooled = false;
  #waitsForStandby = false;
  /**
   * Set this to true once everything that a command needs has worked. From then on, failures count as outages, because
   * neither the URL nor the login can be wrong.
   */
  hasWorked = false;

  /**
   * @param url `postgres://user:password@host:port/name?sslmode=verify-full`. The first statement opens a connection.
   */
  constructor(url: string, options: DatabaseOptions = {}) {
    this.url = url;
    this.#options = options;
    this.#pool = new Pool({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      query_timeout: QUERY_TIMEOUT,
      keepAlive: true,
      idleTimeoutMillis: IDLE_TIMEOUT,
      application_name: APPLICATION,
      max: MAX_CONNECTIONS,
      Client: QuietClient,
      onConnect: (connection) => this.#setUp(connection),
    });
    this.#pool.on('error', () => {}); // a broken idle connection is replaced
  }

  /**
   * Runs one statement. With `onOutage`, the statement is repeated during an outage, so it must be idempotent.
   *
   * @throws the errors of `retry`.
   */
  query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#run(({ query }) => query<Row>(text, values));
  }

  /**
   * Calls a task in a transaction. Commits when the task resolves and rolls back if it rejects. With `onOutage`, the
   * task is repeated during an outage, so it must be idempotent.
   *
   * @param mode mode of the transaction, such as `isolation level repeatable read`.
   * @throws the errors of `retry`.
   */
  transaction<T>(task: (transaction: Queryable) => Promise<T>, mode = ''): Promise<T> {
    return this.#run(task, mode);
  }

  /** Calls a task with a connection. After an error, closes the connection, which rolls a transaction back. */
  #run<T>(task: (queryable: Queryable) => Promise<T>, mode?: string): Promise<T> {
    return this.retry(async () => {
      const connection = await this.#pool.connect();
      const query = createQuery(connection);
      const isTransaction = mode !== undefined || this.#isPooled;
      try {
        if (isTransaction) await query(`begin ${mode ?? ''}`);
        if (this.#isPooled) await query(APPLY_SETTINGS, settingValues(true));
        const result = await task({ query });
        if (isTransaction) await query('commit');
        connection.release();
        return result;
      } catch (error) {
        connection.release(true);
        throw error;
      }
    });
  }

  /**
   * Sets up a new connection. A connection pooler, such as PgBouncer, may give each transaction another connection of
   * its own, so then each transaction starts with the settings. A pooler is recognized by the process id that it gives
   * the client, which is not the server's.
   */
  async #setUp(connection: ClientBase): Promise<void> {
    const query = createQuery(connection);
    const [row] = await query<{ server: number; waits: number }>(END_ABANDONED);
    this.#isPooled = 'processID' in connection && connection.processID !== row?.server;
    if (!this.#isPooled) await query(APPLY_SETTINGS, settingValues(false));
    if (!row?.waits || this.#waitsForStandby) return;
    this.#waitsForStandby = true;
    this.#options.onOutage?.(STANDBY_MISSING);
  }

  /**
   * Calls a task. Calls it again after a collision with another process and, with `onOutage`, during an outage until
   * the database answers.
   *
   * @throws OperationalError or UsageError with a one-line message; the signal's reason if it is aborted during an
   *   outage.
   */
  async retry<T>(task: () => Promise<T>): Promise<T> {
    const { signal } = this.#options;
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          const result = await task();
          if (this.#down.delete(task) && this.#down.size === 0) {
            this.#waitsForStandby = false;
            this.#options.onOutage?.('the database is answering again');
          }
          return result;
        } catch (error) {
          if (isIdTaken(error)) continue; // each try uses up an id, so the loop ends
          this.#explainWait(error, task);
          const pause = Math.min(MIN_PAUSE * 2 ** attempt, MAX_PAUSE);
          await delay(pause, undefined, { signal }).catch(() => signal?.throwIfAborted());
        }
      }
    } finally {
      this.#down.delete(task);
      this.#locked.delete(task);
    }
  }

  /**
   * Tells the user why a task waits, unless another task is already waiting for the same reason. @throws the error if
   * waiting would not help.
   */
  #explainWait(error: unknown, task: unknown): void {
    const { onOutage, onLock, signal } = this.#options;
    const explained = explainDatabaseError(error, this.url, this.hasWorked);
    if (!isCollision(error)) {
      if (!onOutage || explained instanceof UsageError || !isOutage(error, this.hasWorked)) throw explained;
      signal?.throwIfAborted();
      if (this.#down.size === 0) onOutage(`${explained.message}; retrying until it answers`);
      this.#down.add(task);
    }
    if (isLockTimeout(error)) {
      if (this.#locked.size === 0)
        onLock?.('another connection has locked tables or rows in the database; waiting for it');
      this.#locked.add(task);
    }
  }

  /** Closes the connections, but waits at most two seconds for a server that does not respond. */
  async close(): Promise<void> {
    await Promise.race([this.#pool.end(), delay(CLOSE_TIMEOUT, undefined, { ref: false })]);
  }
}

/**
 * Returns whether the id of a new run or worker is already taken. After a failover to a logical replica, or if data
 * was restored without the sequence, the sequence lags behind the table.
 */
function isIdTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && /^(run|worker)_pkey$/.test(String(error.constraint));
}

/** The name of our connections in the server's list of connections. */
const APPLICATION = 'queens-par';

/**
 * Settings of every connection. Table names without a schema refer to `queens_par`. Without `extra_float_digits`, the
 * settings of a role or a database could round numbers and times. With `row_security` off, a statement fails if row
 * security would leave out rows.
 */
const SETTINGS = {
  search_path: 'queens_par',
  extra_float_digits: '1',
  row_security: 'off',
  idle_in_transaction_session_timeout: String(IDLE_TRANSACTION_TIMEOUT),
  lock_timeout: String(LOCK_TIMEOUT),
};

const APPLY_SETTINGS =
  'select set_config(name, value, $3) from unnest($1::text[], $2::text[]) as settings (name, value)';

/** @param isLocal true for settings that last until the end of the transaction. */
function settingValues(isLocal: boolean): readonly unknown[] {
  return [Object.keys(SETTINGS), Object.values(SETTINGS), isLocal];
}

/**
 * Ends statements of this program that have been running for so long that their clients have given up. Otherwise, while
 * commits wait for a synchronous standby, each retry would leave another connection behind, whose locks block the next.
 */
const END_ABANDONED = `
  select pg_backend_pid() as server, count(*) filter (where wait_event = 'SyncRep')::integer as waits,
         count(pg_terminate_backend(pid))
    from pg_stat_activity
   where application_name = '${APPLICATION}' and usename = current_user and datname = current_database()
     and state = 'active' and query_start < now() - interval '${QUERY_TIMEOUT} milliseconds'`;

const STANDBY_MISSING = 'commits in the database wait for a synchronous standby that does not answer; waiting for it';

function createQuery(connection: ClientBase): Queryable['query'] {
  return async (text, values = []) => (await connection.query(text, [...values])).rows;
}

/**
 * A client that does not crash the process when its connection is lost. node-postgres reports the loss twice: to the
 * waiting query and as an 'error' event, which is fatal without a listener. After an error, the client closes its
 * connection, because node-postgres leaves it open if the URL lacks the password. An open connection would keep the
 * process alive.
 */
class QuietClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    this.connection.on('error', () => this.connection.stream.destroy());
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    return event === 'error' && this.listenerCount('error') === 0 ? false : super.emit(event, ...values);
  }
}
