import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, isIP } from 'node:net';
import { hostname } from 'node:os';
import { execa } from 'execa';
import { Hono } from 'hono';
import { beforeAll, describe, expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { LARGEST_ON_PAGE } from '../../src/runs/run-update.js';
import { checkHost } from '../../src/server/guard.js';
import { MOST_COUNTS } from '../../src/server/server-counts.js';
import { temporaryFolder } from '../ledger/folder.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { has } from '../machine.js';
import { post, request, startCount } from './request.js';
import { startServer } from './served.js';

let address = '';
const pathOf = temporaryFolder();
const secret = ledgerText(planBitmask(4, 2), []);

beforeAll(async () => {
  mkdirSync(pathOf('data'));
  mkdirSync(pathOf('data/inner'));
  for (const name of ['secret.ledger', 'data/shown.ledger', 'data/inner/hidden.ledger'])
    writeFileSync(pathOf(name), secret);
  symlinkSync(pathOf('secret.ledger'), pathOf('data/link.ledger'));
  symlinkSync(pathOf('.'), pathOf('data/up'));
  if (has('mkfifo')) await execa('mkfifo', [pathOf('data/pipe')]);
  ({ address } = await startServer({ data: pathOf('data') }));
});

describe('a server without a token', () => {
  test('listens only on 127.0.0.1', async () => {
    const { port } = new URL(address);
    const reached = await new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.2', port: Number(port) }); // another address of this machine
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    });
    expect(reached).toBe(false);
  });

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', 'a@127.0.0.1', '*'])(
    'refuses a request for the host %j',
    async (host) => {
      for (const path of ['/', '/page.js', '/api/runs']) {
        const { status, body } = await request(address, path, { headers: { host } });
        expect([400, 421]).toContain(status);
        expect(body).not.toContain('problems');
      }
    },
  );

  test.each(['localhost:1', '127.0.0.1', '[::1]:8170'])('answers a request for the host %j', async (host) => {
    expect(await request(address, '/', { headers: { host } })).toMatchObject({ status: 200 });
  });

  test.each([
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'http://localhost' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('lets no other site read runs or start a count (headers: %j)', async (headers) => {
    for (const path of ['/api/runs', '/api/runs/file/shown.ledger']) {
      expect(await request(address, path, { headers })).toMatchObject({ status: 403 });
    }
    const options = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{"n":8}' };
    expect(await request(address, '/api/counts', options)).toMatchObject({ status: 403 });
    expect(JSON.parse((await request(address, '/api/runs')).body).runs).toHaveLength(1); // only the file
  });

  test('sends no CORS headers', async () => {
    const preflight = { origin: 'http://evil.example', 'access-control-request-method': 'POST' };
    for (const [method, path] of [
      ['OPTIONS', '/api/counts'],
      ['GET', '/'],
      ['GET', '/api/runs'],
    ] as const) {
      const { headers } = await request(address, path, { method, headers: method === 'OPTIONS' ? preflight : {} });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('forbids inline scripts and files from other origins', async () => {
    const { headers, body } = await request(address, '/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    expect(body).not.toMatch(/<script>|<style|\son\w+=|\sstyle=|https?:/);
  });
});

describe('a server with a token', () => {
  const token = 'correct-horse-battery';
  let open = '';
  let base = '';
  beforeAll(async () => {
    ({ address: open } = await startServer({ access: { host: '0.0.0.0', token }, data: pathOf('data') }));
    base = `http://127.0.0.1:${new URL(open).port}/`;
  });

  const everything = ['/', '/page.js', '/bitmask.wasm', '/api/runs', '/api/runs/file/shown.ledger'];
  test.each(everything)('refuses %s without the token', async (path) => {
    for (const headers of [{}, { cookie: 'queens-par-token=wrong-horse-battery' }, { authorization: 'Bearer wrong' }]) {
      expect(await request(base, path, { headers })).toMatchObject({ status: 401 });
    }
    expect(await request(base, `${path}?token=correct-horse-batterx`)).toMatchObject({ status: 401 });
  });

  test('starts no count without the token', async () => {
    expect(await post(base, '/api/counts', { n: 8 })).toMatchObject({ status: 401 });
  });

  test('accepts the token, and stores it in a cookie that scripts cannot read', async () => {
    expect(open).toBe(`http://${new URL(open).host}/?token=${token}`);
    expect(isIP(new URL(open).hostname)).toBe(4);
    expect(new URL(open).hostname).not.toBe('0.0.0.0'); // other machines cannot open 0.0.0.0
    const { status, headers } = await request(base, `/?token=${token}`);
    expect({ status, location: headers.location }).toEqual({ status: 303, location: '/' });
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=(Lax|Strict)/);
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    const [value = ''] = cookie.split(';');
    expect(await request(base, '/', { headers: { cookie: value } })).toMatchObject({ status: 200 });
    const authorization = `Bearer ${token}`;
    expect(await request(base, '/api/runs', { headers: { authorization } })).toMatchObject({ status: 200 });
  });

  test('accepts the token in a query string only for the path /', async () => {
    for (const path of ['/page.js', '/api/runs', '/index.html']) {
      const { status, headers } = await request(base, `${path}?token=${token}`);
      expect({ status, cookie: headers['set-cookie'] }).toEqual({ status: 401, cookie: undefined });
    }
  });

  test('accepts IP addresses and its own name as hosts, but no other name', async () => {
    const authorization = `Bearer ${token}`;
    for (const host of ['192.0.2.7:80', '[2001:db8::1]', hostname()]) {
      expect(await request(base, '/', { headers: { host, authorization } })).toMatchObject({ status: 200 });
    }
    const evil = { host: 'evil.example', authorization };
    expect(await request(base, '/', { headers: evil })).toMatchObject({ status: 421 });
  });

  test.each(['Ada.Example', 'ada.example'])('accepts the host name %s in upper and lower case', async (host) => {
    const app = new Hono().use(checkHost({ host, token })).get('/', (c) => c.text('here'));
    for (const spelling of ['ada.example', 'ADA.EXAMPLE:8170']) {
      expect((await app.request('/', { headers: { host: spelling } })).status).toBe(200);
    }
    expect((await app.request('/', { headers: { host: 'eda.example' } })).status).toBe(421);
  });
});

describe('requests that are too large or malformed', () => {
  const headers = { 'content-type': 'application/json' };

  test.each([true, false])('a body of 100 kB is refused (chunked: %s)', async (chunked) => {
    const body = JSON.stringify({ n: 8, more: 'x'.repeat(100_000) });
    expect(await request(address, '/api/counts', { method: 'POST', headers, body, chunked })).toMatchObject({
      status: 413,
    });
  });

  const sizes = ['"8"', '8.5', '0', '-1', LARGEST_ON_PAGE + 1].map((n) => `{"n":${n}}`);
  test.each([...sizes, '', '{', '[]', 'null', '{"n":8,"threads":64}'])('the body %s starts no count', async (body) => {
    expect(await request(address, '/api/counts', { method: 'POST', headers, body })).toMatchObject({ status: 400 });
  });

  test('a form from another site is refused, because it is not JSON', async () => {
    const form = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{"n":8}' };
    expect(await request(address, '/api/counts', form)).toMatchObject({ status: 415 });
  });

  test('only one count runs at a time, and the server forgets the oldest counts', async () => {
    const names: string[] = [];
    for (let i = 0; i < MOST_COUNTS + 2; i++) {
      const name = await startCount(address, 19);
      names.push(name);
      expect(await post(address, '/api/counts', { n: 8 })).toMatchObject({ status: 409 });
      expect(await post(address, `/api/counts/${name}/stop`)).toMatchObject({ status: 200 });
    }
    const { runs } = JSON.parse((await request(address, '/api/runs')).body);
    const counts = runs.filter(({ source }: { source: string }) => source === 'count');
    expect(counts.map(({ name }: { name: string }) => name)).toEqual(names.slice(2).reverse());
    expect(await post(address, `/api/counts/${names[0]}/resume`)).toMatchObject({ status: 404 });
  });
});

describe('files that the server must not send', () => {
  test('are not listed', async () => {
    const { runs } = JSON.parse((await request(address, '/api/runs')).body);
    const files = runs.filter(({ source }: { source: string }) => source === 'file');
    expect(files.map(({ name }: { name: string }) => name)).toEqual(['shown.ledger']);
  });

  const outside = ['../secret.ledger', 'link.ledger', 'up/secret.ledger', pathOf('secret.ledger'), '/etc/passwd', '..'];
  const notFiles = ['inner/hidden.ledger', 'inner', 'pipe', '.', ''];
  const encoded = ['shown.ledger/', 'shown.ledger%00', 'shown.ledger%2f..%2fshown.ledger'];
  test.each([...outside, ...notFiles, ...encoded])('cannot be read by the name %j', async (name) => {
    const variants = [encodeURIComponent(name), name.replaceAll('/', '%2f').replaceAll('.', '%2e'), encodeURI(name)];
    for (const variant of variants) {
      const { status, body } = await request(address, `/api/runs/file/${variant}`);
      expect(status).toBe(404);
      expect(body).toMatch(/^(\{"problem":"there is no such run"\}|There is nothing here\.\n)$/);
    }
  });

  const notOfPage = ['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '//etc/passwd', '/.env'];
  test.each([...notOfPage, '/page.js/../../x'])('cannot be read by the path %s', async (path) => {
    expect(await request(address, path)).toMatchObject({ status: 404, body: 'There is nothing here.\n' });
  });
});

describe('a file of the page', () => {
  test('is not sent again to a browser that has it', async () => {
    for (const path of ['/', '/page.js', '/meet.wasm']) {
      const { headers, body } = await request(address, path);
      expect(body.length).toBeGreaterThan(0);
      const again = { 'if-none-match': headers.etag ?? '' };
      expect(await request(address, path, { headers: again })).toMatchObject({ status: 304, body: '' });
      const other = { 'if-none-match': 'W/"other"' };
      expect(await request(address, path, { headers: other })).toMatchObject({ status: 200 });
    }
  });

  test('is sent unchanged, with its type', async () => {
    const page = readFileSync(new URL('../../dist/page/page.js', import.meta.url), 'utf8');
    const { body, headers } = await request(address, '/page.js');
    expect(body).toBe(page);
    expect(headers['content-type']).toMatch(/javascript/);
  });
});
