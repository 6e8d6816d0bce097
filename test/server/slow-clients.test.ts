import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { temporaryFolder } from '../ledger/folder.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { events, request, until } from './request.js';
import { served } from './served.js';

const CLIENTS = 300;

const at = temporaryFolder();
const sockets: Socket[] = [];
let address = '';
beforeAll(async () => {
  writeFileSync(at('shown.ledger'), ledgerText(planBitmask(6, 2), []));
  ({ address } = await served({ data: at('.') }));
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** Connects many clients that say the beginning of something, and what each goes on saying every 100 ms. */
async function connectSlowly(beginning: string, goesOn: string): Promise<Socket[]> {
  const { hostname, port } = new URL(address);
  const slow = Array.from({ length: CLIENTS }, () => connect({ host: hostname, port: Number(port) }));
  sockets.push(...slow);
  for (const socket of slow) {
    socket.on('error', () => {}); // the server may close it
    const timer = setInterval(() => socket.write(goesOn), 100);
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
  ['say nothing', '', ''],
  ['never end their headers', 'GET / HTTP/1.1\r\nHost: localhost\r\n', 'X: y\r\n'],
  ['never end what they send', 'POST /api/counts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n', '{'],
])('300 clients that %s lock nobody out, and are cut off', async (_, beginning, goesOn) => {
  const stop = new AbortController();
  const stream = events(address, 'file/shown.ledger', stop.signal);
  await until(stream, () => true); // a page that is open stays open
  const slow = await connectSlowly(beginning, goesOn);
  for (let i = 0; i < 20; i++) expect(await request(address, '/')).toMatchObject({ status: 200 });
  await expect.poll(() => slow.filter((socket) => !socket.closed).length).toBeLessThanOrEqual(64);
  for (let i = 0; i < 20; i++) expect(await request(address, '/')).toMatchObject({ status: 200 });
  await until(stream, () => true);
  stop.abort();
  if (beginning !== '') await expect.poll(() => slow.every((socket) => socket.closed), { timeout: 250_000 }).toBe(true);
  for (const socket of slow) socket.destroy();
});

test('clients of many addresses lock no other address out', async () => {
  const everywhere = await served({ access: { host: '0.0.0.0', token: 'correct-horse-battery' } });
  const port = Number(new URL(everywhere.address).port);
  const takers = Array.from({ length: CLIENTS }, (_, i) =>
    connect({ host: '127.0.0.1', port, localAddress: `127.0.0.${2 + (i % 10)}` }),
  );
  sockets.push(...takers);
  for (const socket of takers) socket.on('error', () => {});
  await Promise.all(takers.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
  const other = connect({ host: '127.0.0.1', port, localAddress: '127.0.0.99' });
  sockets.push(other);
  other.end('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  let answer = '';
  for await (const piece of other) answer += piece;
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  await expect.poll(() => takers.filter((socket) => !socket.closed).length).toBeLessThanOrEqual(256);
});
