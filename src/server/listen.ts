import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { UsageError } from '../errors/errors.js';

/** Connections that are open at a time, of all addresses and of one. */
const MOST_CONNECTIONS = 256;
const MOST_OF_AN_ADDRESS = 64;

/**
 * Time-outs in milliseconds, for `createServer`: clients that say nothing, or little by little, are cut off. Node's own
 * defaults are a minute for headers and five for a request, looked at every 30 s.
 */
export const TIMEOUTS: ServerOptions = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
};

/** Milliseconds after which a connection on which nothing moves is closed. Streams send something every 15 s. */
const SILENCE = 30_000;

/** What a command line says to listen elsewhere. */
export interface ListenOptions {
  /** Options that take any free port. */
  readonly freePort: string;
  /** Options that listen on all addresses of this machine. */
  readonly everywhere: string;
}

/**
 * Has a server listen, in such a way that slow or many clients cannot lock others out.
 *
 * @param port from 0, which takes a free one, to 65535.
 * @returns its origin, like `http://127.0.0.1:8080` or `http://[::1]:8080`.
 * @throws UsageError if it cannot listen there.
 */
export function listen(server: Server, port: number, host: string, options: ListenOptions): Promise<string> {
  keepPlacesFree(server);
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

/**
 * Makes room for a new connection when all places are taken, or all of its address: closes the one that has been open
 * longest without a whole request to be answered. Only where all have one is the new connection closed.
 */
function keepPlacesFree(server: Server): void {
  /** Open connections, the oldest first, with the requests that are not yet answered. */
  const open = new Map<Socket, Set<IncomingMessage>>();

  /** Whether nothing can be answered: no request has come, or no whole one. */
  function isWaiting(socket: Socket): boolean {
    return [...(open.get(socket) ?? [])].every(({ complete }) => !complete);
  }

  function makeRoom(newest: Socket): void {
    const all = [...open.keys()];
    const neighbours = all.filter(({ remoteAddress }) => remoteAddress === newest.remoteAddress);
    const isCrowded = neighbours.length > MOST_OF_AN_ADDRESS;
    if (!isCrowded && all.length <= MOST_CONNECTIONS) return;
    const closed = (isCrowded ? neighbours : all).find(isWaiting) ?? newest;
    open.delete(closed); // at once: its close event comes later
    closed.destroy();
  }

  server.on('connection', (socket) => {
    open.set(socket, new Set());
    socket.on('close', () => open.delete(socket));
    makeRoom(socket);
  });
  server.on('request', (request, response) => {
    open.get(request.socket)?.add(request);
    response.on('close', () => open.get(request.socket)?.delete(request));
  });
  server.setTimeout(SILENCE);
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
