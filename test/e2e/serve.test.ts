import { once } from 'node:events';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { planBitmask } from '../core/plan/plans.js';
import { ledgerText } from '../core/results/ledger-text.js';
import { has } from '../machine.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { request } from '../server/request.js';
import { queensPar } from './program.js';
import { startServing } from './serving.js';

const path = temporaryFolder();

describe('queens-par serve', () => {
  test.runIf(has('posix')).each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends the server with exit code 0',
    async (signal) => {
      const { address, child } = await startServing([]);
      expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
      expect(await request(address, '/ledgers/')).toMatchObject({ status: 200 });
      child.kill(signal);
      const { exitCode, stdout, stderr } = await child;
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toBe(address);
      await expect(fetch(address)).rejects.toThrow();
    },
  );

  test('prints a one-line error if the port is in use', async () => {
    const { address, stop } = await startServing([]);
    const { port } = new URL(address);
    const stderr = `queens-par: port ${port} is in use; --port 0 picks a free one`;
    expect(await queensPar(['serve', '--port', port])).toEqual({ stdout: '', stderr, exitCode: 2 });
    await stop();
  });

  test('refuses a folder that it cannot read', async () => {
    const { stdout, stderr, exitCode } = await queensPar(['serve', '/nowhere', '--port', '0']);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toMatch(/^queens-par: could not read the folder \/nowhere: no such file or directory$/);
  });

  test.runIf(has('linux')).each([0, 100])(
    'lists the newest of 300 ledgers with 64 descriptors, or answers 503, while %i clients are connected',
    async (clients) => {
      const folder = path(String(clients));
      mkdirSync(folder);
      for (let i = 0; i < 300; i++) {
        writeFileSync(`${folder}/${i}.ledger`, ledgerText(planBitmask(6, 2), []));
        utimesSync(`${folder}/${i}.ledger`, 1e9 + i, 1e9 + i);
      }
      const { address, stop } = await startServing([folder], ['sh', '-c', 'ulimit -n 64; exec "$0" "$@"']);
      const { hostname, port } = new URL(address);
      const first = connect({ host: hostname, port: Number(port) }); // accepted before the others
      let answers = '';
      first.setEncoding('utf8').on('data', (text) => {
        answers += text;
      });
      first.write('GET /ledgers/9.ledger HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-0\r\n\r\n');
      await once(first, 'data');
      const others = Array.from({ length: clients }, () =>
        connect({ host: hostname, port: Number(port) }).on('error', () => {}),
      );
      // The system closes the connections for which no descriptor is left.
      await Promise.all(others.slice(-1).map((socket) => once(socket.resume(), 'close')));
      const requests = ['/ledgers/', '/ledgers/9.ledger', '/'].map((name) => `GET ${name} HTTP/1.1\r\nHost: localhost`);
      first.write(`${requests.join('\r\n\r\n')}\r\nConnection: close\r\n\r\n`);
      await once(first, 'close');
      const status = clients > 0 ? '503' : '200';
      expect(answers.match(/(?<=HTTP\/1.1 )\d+/g)).toEqual(['206', status, status, status]);
      for (const socket of others) socket.destroy();
      const { ledgers } = JSON.parse((await request(address, '/ledgers/')).body);
      expect(ledgers).toHaveLength(200);
      expect(ledgers[0].name).toBe('299.ledger');
      expect((await stop()).stderr).toBe('');
    },
  );
});
