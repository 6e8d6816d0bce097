import { once } from 'node:events';
import { createServer, type Server, type Socket, connect as tcp } from 'node:net';
import { afterAll } from 'vitest';

/** Faults that a proxy injects. */
interface ProxyFaults {
  /** Called with the bytes from a client. If it returns true, the connection is cut. */
  readonly cuts?: (sent: Buffer) => boolean;
  /** While it returns true, no bytes pass, and connections stay open, as behind a dead network path. */
  readonly swallows?: () => boolean;
  /** Changes the bytes from the server. */
  readonly answer?: (received: Buffer) => Buffer;
}

/**
 * Starts a proxy for a PostgreSQL server.
 *
 * @param host the host name or address at which the proxy listens.
 * @returns a URL that reaches the database through the proxy.
 */
export async function startProxy(
  url: string,
  { cuts, swallows, answer }: ProxyFaults,
  host = 'localhost',
): Promise<string> {
  const target = new URL(url);
  const server = createServer((client) => {
    const upstream = tcp(Number(target.port), target.hostname);
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', cut).on('close', cut);
    client.on('data', (sent) => {
      if (cuts?.(sent)) cut();
      else if (!swallows?.()) upstream.write(sent);
    });
    upstream.on('data', (received) => {
      if (!swallows?.()) client.write(answer ? answer(received) : received);
    });
  });
  return listen(url, server, host);
}

/** Starts a server that sends `answer` after the first message of each connection, and then closes the connection. */
export async function startFixedAnswer(url: string, answer: Buffer): Promise<string> {
  return listen(
    url,
    createServer((client) => client.on('error', () => {}).once('data', () => client.end(answer))),
  );
}

/** Makes a server listen on a free port. @returns `url` with this host and port. */
async function listen(url: string, server: Server, host = 'localhost'): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await once(server.listen(0, host), 'listening');
  afterAll(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const changed = new URL(url);
  changed.hostname = host;
  changed.port = String(address.port);
  return changed.href;
}
