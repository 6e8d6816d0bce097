import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ListedLedger } from '../../src/core/results/header.js';
import { planBitmask } from '../core/plan/plans.js';
import { countedInTurn, ledgerText } from '../core/results/ledger-text.js';
import { has } from '../machine.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { request } from './request.js';
import { startServer } from './served.js';

const plan = planBitmask(8, 2);
const text = ledgerText(plan, countedInTurn(plan));
const pathOf = temporaryFolder();
let address = '';
beforeAll(async () => {
  mkdirSync(pathOf('data'));
  ({ address } = await startServer(pathOf('data')));
});

async function list(base = address): Promise<{ folder?: string; ledgers: ListedLedger[] }> {
  return JSON.parse((await request(base, '/ledgers/')).body);
}
const bytesFrom = (offset: number, name = 'some.ledger') =>
  request(address, `/ledgers/${name}`, { headers: { range: `bytes=${offset}-` } });

describe('the list', () => {
  test('has the name, the size and the time of each ledger, newest first, and no other files', async () => {
    expect(await list()).toEqual({ folder: 'data', ledgers: [] });
    writeFileSync(pathOf('data/old.ledger'), text);
    writeFileSync(pathOf('data/new ledger'), text.slice(0, 500));
    utimesSync(pathOf('data/old.ledger'), 1e9, 1e9);
    utimesSync(pathOf('data/new ledger'), 2e9, 2e9);
    writeFileSync(pathOf('data/text'), 'not a ledger\n');
    writeFileSync(pathOf('data/empty'), '');
    symlinkSync(pathOf('data/old.ledger'), pathOf('data/link'));
    mkdirSync(pathOf('data/folder.ledger'));
    const ledgers = [
      { name: 'new ledger', size: 500, changed: 2e12 },
      { name: 'old.ledger', size: text.length, changed: 1e12 },
    ];
    expect(await list()).toEqual({ folder: 'data', ledgers });
  });

  test('has the newest 200 ledgers, however many other files there are', async () => {
    mkdirSync(pathOf('full'));
    for (let i = 0; i < 500; i++) writeFileSync(pathOf(`full/slurm-${i}.out`), 'counting\n');
    for (let i = 0; i < 203; i++) {
      writeFileSync(pathOf(`full/${i}.ledger`), ledgerText(plan, []));
      utimesSync(pathOf(`full/${i}.ledger`), 1e9 + i, 1e9 + i);
    }
    const { ledgers } = await list((await startServer(pathOf('full'))).address);
    expect(ledgers).toHaveLength(200);
    expect(ledgers[0]?.name).toBe('202.ledger');
  });

  test('has no folder if the server was started without one, and no ledgers after the folder is gone', async () => {
    expect(await list((await startServer()).address)).toEqual({ ledgers: [] });
    mkdirSync(pathOf('goes'));
    const { address: going } = await startServer(pathOf('goes'));
    rmSync(pathOf('goes'), { recursive: true });
    expect(await list(going)).toEqual({ folder: 'goes', ledgers: [] });
  });
});

describe('a ledger', () => {
  test('is sent from any offset, and only the new bytes if it has grown', async () => {
    writeFileSync(pathOf('data/some.ledger'), text.slice(0, 300));
    expect(await bytesFrom(0)).toMatchObject({ status: 206, body: text.slice(0, 300) });
    appendFileSync(pathOf('data/some.ledger'), text.slice(300, 450));
    const { status, headers, body } = await bytesFrom(300);
    expect({ status, body }).toEqual({ status: 206, body: text.slice(300, 450) });
    expect(headers).toMatchObject({ 'content-range': 'bytes 300-449/450', 'cache-control': 'no-store' });
    expect(await request(address, '/ledgers/some.ledger')).toMatchObject({ status: 200, body: text.slice(0, 450) });
  });

  test('that is shorter than the offset is refused with 416, and a file that is gone with 404', async () => {
    writeFileSync(pathOf('data/some.ledger'), text.slice(0, 300));
    expect(await bytesFrom(300)).toMatchObject({ status: 416, body: '' });
    rmSync(pathOf('data/some.ledger'));
    expect(await bytesFrom(0)).toMatchObject({ status: 404, body: 'There is nothing here.\n' });
  });

  test.each(['a b', 'ä', '100%', '%41', has('posix') ? '#1?' : '#1', "it's"])('may have the name %j', async (name) => {
    writeFileSync(pathOf(`data/${name}`), text);
    expect(await bytesFrom(9, encodeURIComponent(name))).toMatchObject({ status: 206, body: text.slice(9) });
  });

  test.each([
    ['bytes=0-9', 206, text.slice(0, 10)],
    ['bytes=7-7', 206, text[7]],
    [`bytes=9-${text.length + 5}`, 206, text.slice(9)],
    ['bytes=-12', 206, text.slice(-12)],
    [`bytes=-${text.length + 5}`, 206, text],
    ['bytes=-0', 416, ''],
    [`bytes=${'9'.repeat(30)}-`, 416, ''],
    ['bytes=9-7', 200, text],
    ['bytes=0-1,4-5', 200, text],
    ['bytes=-', 200, text],
    ['lines=1-2', 200, text],
  ])('is sent for the range %s as RFC 9110 says', async (range, status, body) => {
    writeFileSync(pathOf('data/whole.ledger'), text);
    const answer = await request(address, '/ledgers/whole.ledger', { headers: { range } });
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body });
    if (status !== 416) expect(answer.headers['content-length']).toBe(String(body?.length));
  });

  test('is a download that executes nothing, whatever its name and its contents', async () => {
    writeFileSync(pathOf('data/evil.html'), `${text}<script>alert(1)</script>`);
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, body } = await request(address, '/ledgers/evil.html', { method });
      expect({ status, length: body.length }).toEqual({ status: 200, length: method === 'GET' ? text.length + 25 : 0 });
      expect(headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'x-content-type-options': 'nosniff',
        'content-length': String(text.length + 25),
      });
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; sandbox ?;/);
    }
  });
});

describe.runIf(has('posix'))('a ledger that changes while it is sent', () => {
  const size = 40_000_000; // more than the buffers of a connection

  /** Requests a large ledger, changes it when the answer begins, and reads the answer. */
  async function readWhile(change: (file: string) => void): Promise<{ length: number; error: unknown }> {
    const file = pathOf('data/large.ledger');
    writeFileSync(file, text);
    truncateSync(file, size);
    const [response] = await once(get(new URL('/ledgers/large.ledger', address)), 'response');
    change(file);
    let length = 0;
    const error = await readAll(response, (bytes) => {
      length += bytes.length;
    });
    rmSync(file);
    return { length, error };
  }

  /** @returns the error that ended the answer, if one did. */
  async function readAll(response: IncomingMessage, read: (bytes: Buffer) => void): Promise<unknown> {
    try {
      for await (const bytes of response) read(bytes);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  test('is sent with the length that it had at first, if it grows', async () => {
    expect(await readWhile((file) => appendFileSync(file, text))).toEqual({ length: size, error: undefined });
  });

  test('ends the connection if it shrinks', async () => {
    const { length, error } = await readWhile((file) => truncateSync(file, size / 10));
    expect(length).toBeLessThan(size);
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  });
});

test.runIf(has('/proc/self/fd'))('every ledger that was opened is closed again', async () => {
  writeFileSync(pathOf('data/some.ledger'), text);
  writeFileSync(pathOf('data/other'), 'not a ledger');
  const ledgerFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(pathOf('data'));
      } catch {
        return false; // the descriptor of this readdir
      }
    });
  for (const name of ['some.ledger', 'other']) {
    await request(address, `/ledgers/${name}`);
    await request(address, `/ledgers/${name}`, { method: 'HEAD' });
    await bytesFrom(text.length, name);
    await bytesFrom(0, name);
  }
  await list();
  await expect.poll(ledgerFiles).toEqual([]);
});
