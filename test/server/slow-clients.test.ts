import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planBitmask } from '../core/plan/plans.js';
import { ledgerText } from '../core/results/ledger-text.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { request } from './request.js';
import { startServer } from './served.js';

const CLIENTS = 300;

const pathOf = temporaryFolder();
const sockets: Socket[] = [];
let address = '';
beforeAll(async () => {
  writeFileSync(pathOf('shown.ledger'), ledgerText(planBitmask(6, 2), []));
  ({ address } = await startServer(pathOf('.')));
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** Connects clients that send `beginning` once, and `more` every 100 ms. */
async function connectSlowly(beginning: string, more: string): Promise<Socket[]> {
  const { hostname, port } = new URL(address);
  const slow = Array.from({ length: CLIENTS }, () => connect({ host: hostname, port: Number(port) }));
  sockets.push(...slow);
  for (const socket of slow) {
    socket.on('error', () => {}); // the server may close it
    socket.resume(); // otherwise the socket would not emit `close`
    const timer = setInterval(() => socket.write(more), 100);
    socket.on('close', () => clearInterval(timer));
  }
  await Promise.all(
    slow.map((socket) =>
      Promise.race([once(socket, 'connect'), once(socket, 'close')]).then(() => socket.write(beginning)),
    ),
  );
  return slow;
}

test.each([
  ['send nothing', '', ''],
  ['never end their headers', 'GET / HTTP/1.1\r\nHost: localhost\r\n', 'X: y\r\n'],
  ['never end their body', 'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n', '{'],
])('300 clients that %s do not block other clients, and are disconnected', async (_, beginning, more) => {
  const slow = await connectSlowly(beginning, more);
  for (let i = 0; i < 20; i++) expect(await request(address, '/')).toMatchObject({ status: 200 });
  expect(await request(address, '/ledgers/shown.ledger')).toMatchObject({ status: 200 });
  await expect.poll(() => slow.every((socket) => socket.closed), { timeout: 250_000 }).toBe(true);
  for (const socket of slow) socket.destroy();
});
