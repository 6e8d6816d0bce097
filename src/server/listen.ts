import type { Server, ServerOptions } from 'node:http';
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
const SILENCE = 60_000;

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
 * Makes room for a new connection when all places are taken, or all of its address: closes the one that has waited
 * longest without a request being answered on it. Only where all are being answered is the new one closed.
 */
function keepPlacesFree(server: Server): void {
  /** Open connections, the oldest first, with the number of requests that are being answered on each. */
  const answering = new Map<Socket, number>();

  function makeRoom(newest: Socket): void {
    const ofAddress = [...answering.keys()].filter(({ remoteAddress }) => remoteAddress === newest.remoteAddress);
    const crowd = ofAddress.length > MOST_OF_AN_ADDRESS ? ofAddress : [...answering.keys()];
    if (crowd === ofAddress || crowd.length > MOST_CONNECTIONS) {
      const waiting = crowd.find((socket) => answering.get(socket) === 0) ?? newest;
      answering.delete(waiting); // at once: its close event comes later
      waiting.destroy();
    }
  }

  server.on('connection', (socket) => {
    answering.set(socket, 0);
    socket.on('close', () => answering.delete(socket));
    makeRoom(socket);
  });
  server.on('request', ({ socket }, response) => {
    const count = (change: number) => {
      const now = answering.get(socket);
      if (now !== undefined) answering.set(socket, now + change);
    };
    count(1);
    response.on('close', () => count(-1));
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
