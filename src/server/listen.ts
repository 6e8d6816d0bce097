import type { Server, ServerOptions } from 'node:http';
import { UsageError } from '../errors/errors.js';

/** Largest number of open connections. Any further connection is closed. */
const MOST_CONNECTIONS = 1024;

/** Time-outs in milliseconds, for `createServer`. They disconnect slow clients. Node's defaults are much longer. */
export const TIMEOUTS: ServerOptions = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
};

/** Milliseconds until an idle connection is closed. */
const SILENCE = 30_000;

/**
 * Makes a server listen. Slow clients are disconnected.
 *
 * @param port 0 for any free port, or 1 to 65535.
 * @returns the server's origin, like `http://127.0.0.1:8080` or `http://[::1]:8080`.
 * @throws UsageError if the address or the port is not available.
 */
export function listen(server: Server, port: number, host: string): Promise<string> {
  server.maxConnections = MOST_CONNECTIONS;
  server.setTimeout(SILENCE);
  return new Promise((resolve, reject) => {
    // The listener stays, because a later error on a connection must not end the server.
    server.on('error', (error: NodeJS.ErrnoException) => reject(refusal(error, port, host)));
    server.listen(port, host, () => {
      const address = server.address();
      const opened = address !== null && typeof address === 'object' ? address.port : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${opened}`);
    });
  });
}

function refusal(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UsageError(`port ${port} is in use; --port 0 picks a free one`, { cause: error });
    case 'EACCES':
      return new UsageError(`port ${port} needs administrator rights or is reserved; --port 0 picks a free one`, {
        cause: error,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UsageError(`${host} is not an address of this machine; --host 0.0.0.0 listens on all of them`, {
        cause: error,
      });
    default:
      return error;
  }
}
