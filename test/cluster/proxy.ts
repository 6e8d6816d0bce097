import { once } from 'node:events';
import { createServer, type Server, type Socket, connect as tcp } from 'node:net';
import { afterAll } from 'vitest';

/** Changes that a proxy makes to the bytes that pass. */
interface Interference {
  /** Called with what a client sends; true cuts its connection. */
  readonly cuts?: (sent: Buffer) => boolean;
  /** Changes what the server answers. */
  readonly answer?: (received: Buffer) => Buffer;
}

/** Stands between clients and the PostgreSQL of a URL. @returns the URL that leads through it. */
export async function startProxy(url: string, { cuts, answer }: Interference): Promise<string> {
  const target = new URL(url);
  const server = createServer((client) => {
    const upstream = tcp(Number(target.port), target.hostname);
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', cut).on('close', cut);
    client.on('data', (sent) => (cuts?.(sent) ? cut() : upstream.write(sent)));
    upstream.on('data', (received) => client.write(answer ? answer(received) : received));
  });
  return through(url, server);
}

/** A server that knows one answer, which it gives to the first message of each connection. */
export async function startServerThatAnswers(url: string, answer: Buffer): Promise<string> {
  return through(
    url,
    createServer((client) => client.on('error', () => {}).once('data', () => client.end(answer))),
  );
}

async function through(url: string, server: Server): Promise<string> {
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
  changed.port = String(address.port);
  return changed.href;
}
