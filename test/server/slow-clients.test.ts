import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { temporaryFolder } from '../ledger/folder.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { request, updateOf } from './request.js';
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
    socket.resume(); // to see that
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
  const slow = await connectSlowly(beginning, goesOn);
  for (let i = 0; i < 20; i++) expect(await request(address, '/')).toMatchObject({ status: 200 });
  expect((await updateOf(address, 'file/shown.ledger')).figures.n).toBe(6);
  await expect.poll(() => slow.every((socket) => socket.closed), { timeout: 250_000 }).toBe(true);
  for (const socket of slow) socket.destroy();
});
