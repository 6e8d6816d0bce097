import { once } from 'node:events';
import { createServer, type Socket, connect as tcp } from 'node:net';
import { afterAll } from 'vitest';

/** Faults that a proxy injects. */
interface ProxyFaults {
  /** Called with the bytes from a client. The connection is cut if it returns true. */
  readonly cuts?: (sent: Buffer) => boolean;
  /** While it returns true, no bytes pass but connections stay open, as behind a dead network path. */
  readonly swallows?: () => boolean;
  /** Changes the bytes from the server. */
  readonly answer?: (received: Buffer) => Buffer;
}

/** Starts a proxy for a PostgreSQL server. @returns a URL that reaches the database through the proxy. */
export async function startProxy(url: string, { cuts, swallows, answer }: ProxyFaults): Promise<string> {
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
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await once(server.listen(0, 'localhost'), 'listening');
  afterAll(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const changed = new URL(url);
  changed.hostname = 'localhost';
  changed.port = String(address.port);
  return changed.href;
}
