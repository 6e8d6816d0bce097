import { Client, type ClientBase, Pool } from 'pg';
import { PoolerError } from './database-error.js';

/** Milliseconds after which a connection or an answer is given up: a cut network must not look like patience. */
const CONNECT_WITHIN = 10_000;
const ANSWER_WITHIN = 30_000;

/** Connections at most, and the schema whose names they use. */
export interface PoolOptions {
  readonly connections: number;
  readonly schema: string;
}

/**
 * Connections to PostgreSQL, opened when they are needed and replaced when they break. Those of the queue come from
 * here as well. A connection that leads to a connection pooler fails with a PoolerError.
 */
export function openPool(url: string, { connections, schema }: PoolOptions): Pool {
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
  pool.on('error', () => {}); // an idle connection that breaks is replaced
  return pool;
}

/**
 * Has a new connection look up names in one schema and among PostgreSQL's own, and nowhere else. In `public`, other
 * logins can create functions by default in PostgreSQL 13 and 14; we would call these, with our rights, instead of the
 * ones we mean.
 *
 * Refuses a connection pooler: a setting, the lock of a session and notifications get lost where connections to the
 * server are shared, like those of PgBouncer in transaction mode. A pooler shows by the number of the server's process
 * that it gave to the client: it is not the right one.
 */
async function begin(connection: ClientBase, schema: string): Promise<void> {
  const { rows } = await connection.query<{ server: number }>(
    `select pg_catalog.set_config('search_path'::text, $1::text, false), pg_catalog.pg_backend_pid() as server`,
    [`${schema}, pg_temp`],
  );
  if ('processID' in connection && connection.processID !== rows[0]?.server) throw new PoolerError();
}

/**
 * A connection whose loss does not end the process. node-postgres reports it twice: to the query that waits for an
 * answer, and as an 'error' event, which is fatal where nobody listens. Neither BullMQ nor a transaction of ours listens
 * all the time.
 */
class QuietClient extends Client {
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    return event === 'error' && this.listenerCount('error') === 0 ? false : super.emit(event, ...values);
  }
}

/**
 * node-postgres checks a certificate for `prefer`, `require` and `verify-ca` just as for `verify-full`, and prints a
 * warning of seven lines about it. We name the mode that it takes.
 */
function withExplicitTls(url: string): string {
  if (/[?&]uselibpqcompat=true(?:&|$)/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}
