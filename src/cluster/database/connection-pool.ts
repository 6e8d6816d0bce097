import { Client, type ClientBase, Pool } from 'pg';
import { PoolerError } from './database-error.js';

/** Milliseconds after which a connection or an answer is given up: a cut network must not look like patience. */
const CONNECT_WITHIN = 10_000;
const ANSWER_WITHIN = 30_000;

/** Connections at most, and what they are set to. */
export interface PoolOptions {
  readonly connections: number;
  /** The schema whose names the connections use without qualifying them; by default the server's setting. */
  readonly searchPath?: string;
}

/**
 * Connections to PostgreSQL, opened when they are needed and replaced when they break. Those of the queue come from
 * here as well. A connection that leads to a connection pooler fails with a PoolerError.
 */
export function openPool(url: string, { connections, searchPath }: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: withExplicitTls(url),
    connectionTimeoutMillis: CONNECT_WITHIN,
    query_timeout: ANSWER_WITHIN,
    keepAlive: true,
    application_name: 'queens-par',
    max: connections,
    ...(searchPath === undefined ? {} : { options: `-c search_path=${searchPath}` }),
    Client: QuietClient,
    onConnect: refusePooler,
  });
  pool.on('error', () => {}); // an idle connection that breaks is replaced
  return pool;
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
 * Locks of a session and notifications get lost behind a pooler that shares its connections, like PgBouncer's in
 * transaction mode, and the settings that a connection begins with never arrive. A pooler shows by the process number
 * that it gave to the client: it is not that of the server's process.
 */
async function refusePooler(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ server: number }>('select pg_catalog.pg_backend_pid() as server');
  if ('processID' in client && client.processID !== rows[0]?.server) throw new PoolerError();
}

/**
 * node-postgres checks a certificate for `prefer`, `require` and `verify-ca` just as for `verify-full`, and prints a
 * warning of seven lines about it. We name the mode that it takes.
 */
function withExplicitTls(url: string): string {
  if (/[?&]uselibpqcompat=true(?:&|$)/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}
