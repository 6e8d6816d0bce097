/**
 * cluster/: runs on many machines that share a PostgreSQL database. Read schema.ts for the tables, coordinator.ts for `cluster
 * start`, and worker.ts for `cluster work`. This file is the connection to PostgreSQL, with time-outs, errors and recovery
 * after outages.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientBase, Pool, type QueryResultRow } from 'pg';
import { shellCommand } from '../text/quoted.js';
import { explainDatabaseError, isPassing, PoolerError } from './database-error.js';

/** Milliseconds to wait for a connection and for an answer. */
const CONNECT_WITHIN = 10_000;
const ANSWER_WITHIN = 30_000;

/** Options of a database. */
export interface DatabaseOptions {
  /** Largest number of connections; 2 by default. */
  readonly connections?: number;
  /** Called once when the database stops answering, and once when it answers again. Without it, failures are thrown. */
  readonly onOutage?: ((message: string) => void) | undefined;
  /** Called before each new attempt while the database does not answer, to start a local database again. */
  readonly revive?: (() => Promise<void>) | undefined;
  /** Stops waiting for a database that does not answer. */
  readonly signal?: AbortSignal | undefined;
  /** The flags with which other commands use this database, like `--local`; by default none. */
  readonly flags?: readonly string[] | undefined;
}

/** Executes a statement, and returns the rows of the answer. */
export type Query = <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** A PostgreSQL database. Tables without a schema are those of queens_par. */
export class Database {
  readonly url: string;
  readonly #pool: Pool;
  readonly #options: DatabaseOptions;
  #isOut = false;

  /** @param url `postgres://user:password@host:port/name?sslmode=verify-full`; nothing is connected yet. */
  constructor(url: string, options: DatabaseOptions = {}) {
    this.url = url;
    this.#options = options;
    this.#pool = openPool(url, options.connections ?? 2, 'queens_par');
  }

  /** Returns a command of `queens-par cluster` for this database, as advice to the user. */
  command(...words: readonly string[]): string {
    return shellCommand('queens-par', 'cluster', ...words, ...(this.#options.flags ?? []));
  }

  /**
   * Executes one statement. With `onOutage` it is repeated until the database answers, so it must be idempotent.
   *
   * @throws as `persist` does.
   */
  query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.persist(async () => (await this.#pool.query<Row>(text, [...values])).rows);
  }

  /**
   * Calls a task in a transaction, which is committed when the task ends and rolled back if it throws. With `onOutage` the task
   * is repeated until the database answers, so it must be idempotent.
   *
   * @param mode mode of the transaction, such as `isolation level repeatable read`.
   * @throws as `persist` does.
   */
  transaction<T>(task: (query: Query) => Promise<T>, mode = ''): Promise<T> {
    return this.persist(async () => {
      const connection = await this.#pool.connect();
      try {
        await connection.query(`begin ${mode}`);
        const result = await task(async (text, values = []) => (await connection.query(text, [...values])).rows);
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
   * Calls a task. With `onOutage` it is called again while the database does not answer.
   *
   * @throws DatabaseError or UsageError in one line; the signal's reason if it was aborted while waiting.
   */
  async persist<T>(task: () => Promise<T>): Promise<T> {
    const { onOutage, revive, signal } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        const result = await task();
        if (this.#isOut) onOutage?.('the database answers again');
        this.#isOut = false;
        return result;
      } catch (error) {
        const explained = explainDatabaseError(error, this.url);
        if (!onOutage || !isPassing(explained)) throw explained;
        if (!this.#isOut) onOutage(`${explained.message}; trying again until it answers`);
        this.#isOut = true;
        await pauseBefore(attempt, signal);
        await revive?.();
      }
    }
  }

  /** Ends all connections. */
  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** Waits before an attempt, numbered from 0: 0.2 s, then twice as long each time, up to 10 s. @throws the signal's reason. */
export async function pauseBefore(attempt: number, signal?: AbortSignal): Promise<void> {
  const milliseconds = Math.min(200 * 2 ** attempt, 10_000);
  await delay(milliseconds, undefined, { signal }).catch(() => signal?.throwIfAborted());
}

/**
 * Makes a pool that opens connections to PostgreSQL on demand and replaces broken ones. BullMQ uses such pools, too. If the
 * address belongs to a connection pooler, connecting fails with a PoolerError.
 *
 * @param schema schema of tables and functions, searched before PostgreSQL's own.
 */
export function openPool(url: string, connections: number, schema: string): Pool {
  const pool = new Pool({
    connectionString: withExplicitTls(url),
    connectionTimeoutMillis: CONNECT_WITHIN,
    query_timeout: ANSWER_WITHIN,
    keepAlive: true,
    application_name: 'queens-par',
    max: connections,
    Client: QuietClient,
    onConnect: (connection) => begin(connection, schema),
  });
  pool.on('error', () => {}); // a broken idle connection is replaced
  return pool;
}

/**
 * Sets up a new connection. Refuses a connection pooler, which loses settings and notifications. A pooler gives the client a
 * process number that is not the server's.
 */
async function begin(connection: ClientBase, schema: string): Promise<void> {
  const { rows } = await connection.query<{ server: number }>(
    `select set_config('search_path', $1, false), pg_backend_pid() as server`,
    [schema],
  );
  if ('processID' in connection && connection.processID !== rows[0]?.server) throw new PoolerError();
}

/**
 * A connection whose loss does not end the process. node-postgres reports a loss twice: to the waiting query, and as an 'error'
 * event, which is fatal without a listener. BullMQ does not always listen.
 */
class QuietClient extends Client {
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    return event === 'error' && this.listenerCount('error') === 0 ? false : super.emit(event, ...values);
  }
}

/**
 * Replaces the modes `prefer`, `require` and `verify-ca` by `verify-full`. node-postgres treats them in the same way, but prints
 * a warning of seven lines.
 */
function withExplicitTls(url: string): string {
  if (/[?&]uselibpqcompat=true(?:&|$)/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}
