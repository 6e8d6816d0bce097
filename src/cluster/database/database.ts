/**
 * database/: connections to PostgreSQL. What is common to all that ask it something is here: how long they wait, how they
 * go on after an outage, what an error means, and how the tables come to be. It knows nothing of runs, jobs and workers.
 */

import type { Pool, QueryResultRow } from 'pg';
import { shellCommand } from '../../text/quoted.js';
import { Backoff } from './backoff.js';
import { openPool } from './connection-pool.js';
import { explainDatabaseError, isPassing } from './database-error.js';

/** Milliseconds between two attempts while the database does not answer: at first, and at most. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 10_000;

/** How a database is used. */
export interface DatabaseOptions {
  /** Connections at most; 2 by default. */
  readonly connections?: number;
  /** Called once when the database stops answering, and once when it answers again. Without it, failures are thrown. */
  readonly onOutage?: ((message: string) => void) | undefined;
  /** Called before each new attempt while the database does not answer: starts it again, if it is ours to start. */
  readonly revive?: (() => Promise<void>) | undefined;
  /** Ends the waiting for a database that does not answer. */
  readonly signal?: AbortSignal | undefined;
  /** The flags that connect another command to this database, like `--local`; by default none. */
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
    this.#pool = openPool(url, { connections: options.connections ?? 2, schema: 'pg_catalog' });
  }

  /** A command of `queens-par cluster` for this database, to be copied: what to do next. */
  command(...words: readonly string[]): string {
    return shellCommand('queens-par', 'cluster', ...words, ...(this.#options.flags ?? []));
  }

  /**
   * The rows of an answer. With `onOutage`, the query is repeated until the database answers: it must bear being
   * executed twice.
   *
   * @throws as `persist` does.
   */
  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await this.persist(() => this.#pool.query<Row>(text, [...values]));
    return rows;
  }

  /**
   * Calls a task; with `onOutage` again and again while it fails because the database does not answer.
   *
   * @throws Error in one line that says what is wrong, where the server or the connection is at fault; the signal's
   *   reason if it was aborted while waiting.
   */
  async persist<T>(task: () => Promise<T>): Promise<T> {
    const { onOutage, revive, signal } = this.#options;
    for (const backoff = new Backoff(FIRST_PAUSE, LONGEST_PAUSE); ; ) {
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
        await backoff.pause(signal);
        await revive?.();
      }
    }
  }

  /**
   * A connection that is not shared, for what is bound to one: session locks, LISTEN, transactions. The caller must
   * release it.
   *
   * @throws Error in one line.
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
