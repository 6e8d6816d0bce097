import { setTimeout as delay } from 'node:timers/promises';
import { type ClientBase, Pool, type QueryResultRow } from 'pg';
import { shellCommand } from '../../text/shell-command.js';
import { explainDatabaseError, isPassing } from './database-error.js';

/** Milliseconds after which a connection or an answer is given up: a cut network must not look like patience. */
const CONNECT_WITHIN = 10_000;
const ANSWER_WITHIN = 30_000;

/** Milliseconds between two tries while the database does not answer: at first, and at most. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 10_000;

/** How a database is used. */
export interface DatabaseOptions {
  /** Connections at most; 2 by default. */
  readonly connections?: number;
  /** Told once when the database stops answering, and once when it answers again. Without it, failures are thrown. */
  readonly onOutage?: ((message: string) => void) | undefined;
  /** Ends the waiting for a database that does not answer. */
  readonly signal?: AbortSignal | undefined;
  /** What a command line must say to be connected to this database, like `--local`; by default nothing. */
  readonly flags?: readonly string[] | undefined;
}

/** A PostgreSQL database that is asked simple questions. */
export class Database {
  readonly url: string;
  readonly #pool: Pool;
  readonly #options: DatabaseOptions;
  #isOut = false;

  /** @param url `postgres://user:password@host:port/name?sslmode=verify-full`; nothing is connected yet. */
  constructor(url: string, options: DatabaseOptions = {}) {
    this.url = url;
    this.#options = options;
    this.#pool = new Pool({
      ...connectionConfig(url),
      max: options.connections ?? 2,
      onConnect: (connection) => pinSearchPath(connection, 'pg_catalog'),
    });
    // A connection that breaks is replaced when it is needed, and whoever is using it is told by its query.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (connection) => connection.on('error', () => {}));
  }

  /** A command of `queens-par cluster` for this database, to be copied: what to do next. */
  command(...words: readonly string[]): string {
    return shellCommand('queens-par', 'cluster', ...words, ...(this.#options.flags ?? []));
  }

  /**
   * The rows of an answer. With `onOutage`, a database that does not answer for a while is asked again until it does:
   * the query must bear being run twice.
   *
   * @throws Error in one line that says what is wrong, where the server or the connection is at fault; the signal's
   *   reason if it was aborted while waiting.
   */
  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { onOutage, signal } = this.#options;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        const { rows } = await this.#pool.query<Row>(text, [...values]);
        if (this.#isOut) onOutage?.('the database answers again');
        this.#isOut = false;
        return rows;
      } catch (error) {
        if (!onOutage || !isPassing(error)) throw explainDatabaseError(error, this.url);
        if (!this.#isOut) onOutage(`${explainDatabaseError(error, this.url).message}; trying again until it answers`);
        this.#isOut = true;
        await delay(pause, undefined, { signal }).catch(() => signal?.throwIfAborted());
      }
    }
  }

  /**
   * A connection that is not shared, for what is bound to one: session locks, LISTEN.
   *
   * @throws Error in one line. Whoever takes it must release it.
   */
  async connect() {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw explainDatabaseError(error, this.url);
    }
  }

  /** Ends all connections. */
  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** What every connection has in common, those of the queue included. */
export function connectionConfig(url: string) {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN,
    query_timeout: ANSWER_WITHIN,
    keepAlive: true,
    application_name: 'queens-par',
  };
}

/**
 * Has a new connection look up names in one schema and among PostgreSQL's own, and nowhere else. In `public`, other logins
 * can create functions by default in PostgreSQL 13 and 14; we would call these, with our rights, instead of the ones we mean.
 *
 * A statement, not the startup parameter `options`, which PgBouncer refuses.
 */
export async function pinSearchPath(connection: ClientBase, schema: string): Promise<void> {
  await connection.query(`set search_path to ${schema}, pg_temp`);
}
