import type { Server, ServerOptions } from 'node:http';
import { UsageError } from '../errors/errors.js';

/** Connections that are open at a time: beyond these a new one is closed. */
const MOST_CONNECTIONS = 1024;

/**
 * Time-outs in milliseconds, for `createServer`: clients that send nothing, or little by little, are cut off. Node's own
 * defaults are a minute for headers and five for a request, checked every 30 s.
 */
export const TIMEOUTS: ServerOptions = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
};

/** Milliseconds until an idle connection is closed. */
const SILENCE = 30_000;

/** Options of a command line that listen elsewhere, for messages. */
export interface ListenOptions {
  /** Options that take any free port. */
  readonly freePort: string;
  /** Options that listen on all addresses of this machine. */
  readonly everywhere: string;
}

/**
 * Has a server listen. Slow clients are cut off.
 *
 * @param port from 0, which takes a free one, to 65535.
 * @returns its origin, like `http://127.0.0.1:8080` or `http://[::1]:8080`.
 * @throws UsageError if it cannot listen there.
 */
export function listen(server: Server, port: number, host: string, options: ListenOptions): Promise<string> {
  server.maxConnections = MOST_CONNECTIONS;
  server.setTimeout(SILENCE);
  return new Promise((resolve, reject) => {
    // It stays: once the server listens, a connection that cannot be accepted is no reason to end.
    server.on('error', (error: NodeJS.ErrnoException) => reject(refusal(error, port, host, options)));
    server.listen(port, host, () => {
      const address = server.address();
      const opened = address !== null && typeof address === 'object' ? address.port : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${opened}`);
    });
  });
}

function refusal(
  error: NodeJS.ErrnoException,
  port: number,
  host: string,
  { freePort, everywhere }: ListenOptions,
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UsageError(`port ${port} is in use; ${freePort} takes a free one`, { cause: error });
    case 'EACCES':
      return new UsageError(`port ${port} needs more rights than you have; take one from 1024 up`, { cause: error });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UsageError(`${host} is not an address of this machine; ${everywhere} listens on all of them`, {
        cause: error,
      });
    default:
      return error;
  }
}
