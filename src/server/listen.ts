import type { Server } from 'node:http';
import { UsageError } from '../errors/errors.js';

/** What a command line says to listen elsewhere. */
export interface ListenOptions {
  /** Options that take any port that is free. */
  readonly freePort: string;
  /** Options that listen on all addresses of this machine. */
  readonly everywhere: string;
}

/**
 * Has a server listen.
 *
 * @param port from 0, which takes one that is free, to 65535.
 * @returns its origin, like `http://127.0.0.1:8080` or `http://[::1]:8080`.
 * @throws UsageError if it cannot listen there.
 */
export function listen(server: Server, port: number, host: string, options: ListenOptions): Promise<string> {
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
      return new UsageError(`port ${port} may not be used; take one from 1024 on`, { cause: error });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UsageError(`${host} is no address of this machine; ${everywhere} listens on all of them`, {
        cause: error,
      });
    default:
      return error;
  }
}
