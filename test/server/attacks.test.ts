import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { planBitmask } from '../core/plan/plans.js';
import { ledgerText } from '../core/results/ledger-text.js';
import { has } from '../machine.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { builtFiles } from '../page/built-files.js';
import { request } from './request.js';
import { startServer } from './served.js';

const SCRIPT = `/${builtFiles().get('page.js')}`;
const KERNEL = `/${builtFiles().get('meet.wasm')}`;

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
  ({ address } = await startServer(pathOf('data')));
});

describe('the server', () => {
  test('listens only on 127.0.0.1', async () => {
    const { port } = new URL(address);
    const outside = Object.values(networkInterfaces()).flat();
    const { address: host } = outside.find((one) => one?.family === 'IPv4' && !one.internal) ?? {
      address: '127.0.0.2',
    };
    const reached = await new Promise((resolve) => {
      const socket = connect({ host, port: Number(port) }); // another address of this machine
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    });
    expect(reached).toBe(false);
  });

  test('answers at most 100 requests of a connection', async () => {
    const { hostname, port } = new URL(address);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.end('GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(150));
    const answers = (await socket.setEncoding('utf8').toArray()).join('');
    expect(answers.match(/^HTTP\/1.1 404/gm)).toHaveLength(100);
  });

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', 'a@127.0.0.1', '*'])(
    'refuses a request for the host %j',
    async (host) => {
      for (const path of ['/', SCRIPT, '/ledgers/']) {
        const { status, body } = await request(address, path, { headers: { host } });
        expect([400, 421]).toContain(status);
        expect(body).not.toContain('shown');
      }
    },
  );

  test.each(['localhost:1', '127.0.0.1', '[::1]:8170'])('answers a request for the host %j', async (host) => {
    expect(await request(address, '/', { headers: { host } })).toMatchObject({ status: 200 });
  });

  test.each(['cross-site', 'same-site'])('lets no other site read ledgers or embed the page (%s)', async (site) => {
    for (const path of ['/ledgers/', '/ledgers/shown.ledger', '/', SCRIPT]) {
      expect(await request(address, path, { headers: { 'sec-fetch-site': site } })).toMatchObject({ status: 403 });
    }
    const link = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' };
    expect(await request(address, '/', { headers: link })).toMatchObject({ status: 200 });
    for (const path of ['/ledgers/', '/ledgers/shown.ledger', SCRIPT, '/index.html', '//'])
      expect(await request(address, path, { headers: link })).toMatchObject({ status: 403 });
    expect((await request(address, '/ledgers/')).headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('has no route and no CORS headers for %s', async (method) => {
    for (const path of ['/ledgers/', '/ledgers/shown.ledger', '/']) {
      const { status, headers } = await request(address, path, { method, headers: { origin: 'http://evil.example' } });
      expect(status).toBe(404);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('forbids inline scripts and files from other origins', async () => {
    const { headers, body } = await request(address, '/');
    const policy = /Content-Security-Policy"\s+content="([^"]*)"/.exec(body)?.[1] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    expect(body.replaceAll(/<a href="https:/g, '')).not.toMatch(/<script>|<style|\son\w+=|\sstyle=|https?:/);
  });
});

describe('files that the server must not send', () => {
  test('are not listed', async () => {
    const { ledgers } = JSON.parse((await request(address, '/ledgers/')).body);
    expect(ledgers.map(({ name }: { name: string }) => name)).toEqual(['shown.ledger']);
  });

  const outside = ['../secret.ledger', 'link.ledger', 'up/secret.ledger', pathOf('secret.ledger'), '/etc/passwd', '..'];
  const notFiles = ['inner/hidden.ledger', 'inner', 'pipe', '.', ''];
  const encoded = ['shown.ledger/', 'shown.ledger%00', 'shown.ledger%2f..%2fshown.ledger'];
  test.each([...outside, ...notFiles, ...encoded])('cannot be read by the name %j', async (name) => {
    const variants = [encodeURIComponent(name), name.replaceAll('/', '%2f').replaceAll('.', '%2e'), encodeURI(name)];
    // Dots and an empty name may lead to the list and to the page.
    const harmless = await Promise.all(['/ledgers/', '/'].map(async (path) => (await request(address, path)).body));
    for (const variant of variants) {
      const { body } = await request(address, `/ledgers/${variant}`);
      expect(['', 'There is nothing here.\n', ...harmless]).toContain(body); // nothing if Windows' path is no URL
    }
  });

  const notOfPage = ['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '//etc/passwd', '/.env'];
  test.each([...notOfPage, `${SCRIPT}/../../x`])('cannot be read by the path %s', async (path) => {
    expect(await request(address, path)).toMatchObject({ status: 404, body: 'There is nothing here.\n' });
  });
});

describe('a file of the page', () => {
  test('is not sent again to a browser that has it', async () => {
    for (const path of ['/', SCRIPT, KERNEL]) {
      const { headers, body } = await request(address, path);
      expect(body.length).toBeGreaterThan(0);
      const again = { 'if-none-match': headers.etag ?? '' };
      expect(await request(address, path, { headers: again })).toMatchObject({ status: 304, body: '' });
      const other = { 'if-none-match': 'W/"other"' };
      expect(await request(address, path, { headers: other })).toMatchObject({ status: 200 });
    }
  });
});
