// src/cluster/connection connects to the database, with timeouts, short error messages, and retries during outages.

import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientBase, type ClientConfig, Pool, type QueryResultRow } from 'pg';
import { UsageError } from '../../core/errors/errors.js';
import { shellCommand } from '../../node/terminal/terminal.js';
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

/** Timeout for closing connections, in milliseconds. A frozen server would never let them close. */
const CLOSE_TIMEOUT = 2_000;

/** Options for using a database. Every field has a default. */
export interface DatabaseOptions {
  /** File with the connection URL. By default, the URL comes from an environment variable. */
  readonly databaseFile?: string | undefined;
  /** Maximum number of connections; 2 by default. */
  readonly connections?: number;
  /** Called when tasks begin to fail in an outage, and when all tasks work again. Without it, an outage is an error. */
  readonly onOutage?: ((message: string) => void) | undefined;
  /** Called with a sentence when a statement waits for another program's lock. */
  readonly onLock?: ((message: string) => void) | undefined;
  /** Ends the retries during an outage. */
  readonly signal?: AbortSignal | undefined;
}

/** Anything that executes statements: a transaction, or a database, which may use several connections. */
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
    this.#pool = openPool(url, options.connections ?? 2, 'queens_par', { lock_timeout: String(LOCK_TIMEOUT) });
  }

  /** Formats a command of this program for the user to run. The command will use this database. */
  command(...words: readonly string[]): string {
    const { databaseFile } = this.#options;
    return shellCommand(
      'queens-par',
      ...words,
      ...(databaseFile === undefined ? [] : ['--database-file', databaseFile]),
    );
  }

  /**
   * Executes one statement. With `onOutage`, the statement is repeated during an outage, so it must be idempotent.
   *
   * @throws the errors of `retry`.
   */
  query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.retry(async () => (await this.#pool.query<Row>(text, [...values])).rows);
  }

  /**
   * Calls a task in a transaction. Commits when the task resolves and rolls back if it rejects. With `onOutage`, the
   * task is repeated during an outage, so it must be idempotent.
   *
   * @param mode mode of the transaction, such as `isolation level repeatable read`.
   * @throws the errors of `retry`.
   */
  transaction<T>(task: (transaction: Queryable) => Promise<T>, mode = ''): Promise<T> {
    return this.retry(async () => {
      const connection = await this.#pool.connect();
      try {
        await connection.query(`begin ${mode}`);
        const query: Queryable['query'] = async (text, values = []) => (await connection.query(text, [...values])).rows;
        const result = await task({ query });
        await connection.query('commit');
        connection.release();
        return result;
      } catch (error) {
        connection.release(true); // closing the connection rolls the transaction back
        throw error;
      }
    });
  }

  /**
   * Calls a task. Calls it again after a collision with another process and, with `onOutage`, during an outage until
   * the database answers.
   *
   * @throws OperationalError or UsageError with a one-line message; the signal's reason if it is aborted during an
   *   outage.
   */
  async retry<T>(task: () => Promise<T>): Promise<T> {
    const { onOutage, signal } = this.#options;
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          const result = await task();
          if (this.#down.delete(task) && this.#down.size === 0) onOutage?.('the database is answering again');
          return result;
        } catch (error) {
          if (isIdTaken(error)) continue; // each try uses up an id, so the loop ends
          this.#explainWait(error, task);
          await pauseBefore(attempt, signal);
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
      if (this.#locked.size === 0) onLock?.('another program has locked the tables in the database; waiting for it');
      this.#locked.add(task);
    }
  }

  close(): Promise<void> {
    return untilClosed(this.#pool.end());
  }
}

/**
 * Returns whether the id of a new run or worker is already taken. After a failover to a logical replica, or if data
 * was restored without the sequence, the sequence lags behind the table.
 */
function isIdTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && /^(run|worker)_pkey$/.test(String(error.constraint));
}

/** Waits until connections are closed, but for two seconds at most. */
export async function untilClosed(closing: Promise<void>): Promise<void> {
  await Promise.race([closing, delay(CLOSE_TIMEOUT, undefined, { ref: false })]);
}

/**
 * Waits before a retry: 0.2 s before the first (attempt 0), doubling each time, up to 10 s. @throws the signal's
 * reason.
 */
export async function pauseBefore(attempt: number, signal?: AbortSignal): Promise<void> {
  const milliseconds = Math.min(200 * 2 ** attempt, 10_000);
  await delay(milliseconds, undefined, { signal }).catch(() => signal?.throwIfAborted());
}

/**
 * Creates a pool that opens connections to PostgreSQL on demand and replaces broken ones. BullMQ also uses such pools.
 * Connecting to a connection pooler fails.
 *
 * @param schema the schema that PostgreSQL searches first for tables and functions.
 * @param settings further settings of each connection.
 */
export function openPool(
  url: string,
  connections: number,
  schema: string,
  settings: Readonly<Record<string, string>> = {},
): Pool {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: QUERY_TIMEOUT,
    keepAlive: true,
    application_name: 'queens-par',
    max: connections,
    Client: QuietClient,
    onConnect: (connection) => setUp(connection, { ...SETTINGS, ...settings, search_path: schema }),
  });
  pool.on('error', () => {}); // a broken idle connection is replaced
  return pool;
}

/**
 * Settings of every connection. Without `extra_float_digits`, the settings of a role or a database could round numbers
 * and times. With `row_security` off, a statement that row security would restrict fails instead of leaving out rows.
 */
const SETTINGS = {
  extra_float_digits: '1',
  row_security: 'off',
  idle_in_transaction_session_timeout: String(IDLE_TRANSACTION_TIMEOUT),
};

/**
 * Sets up a new connection. Refuses connection poolers, which lose settings and notifications. A pooler is recognized
 * by the process id that it gives the client, which is not the server's.
 */
async function setUp(connection: ClientBase, all: Readonly<Record<string, string>>): Promise<void> {
  const settings = Object.entries(all);
  const { rows } = await connection.query<{ server: number }>(
    `select pg_backend_pid() as server, count(set_config(name, value, false))
       from unnest($1::text[], $2::text[]) as settings (name, value)`,
    [settings.map(([name]) => name), settings.map(([, value]) => value)],
  );
  if ('processID' in connection && connection.processID !== rows[0]?.server) throw new Error('a connection pooler');
}

/**
 * A client that does not crash the process when its connection is lost. node-postgres reports the loss twice: to the
 * waiting query and as an 'error' event, which is fatal without a listener; BullMQ does not always add one. After an
 * error, the client closes its connection, because node-postgres leaves it open if the URL lacks the password. An open
 * connection would keep the process alive.
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
