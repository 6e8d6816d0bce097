import { describe, expect, test } from 'vitest';
import { expectWholeLedger } from './ledger-of.js';
import { postgresForTests } from './postgres.js';
import { clusterProcesses, until } from './processes.js';
import { startProxy, startServerThatAnswers } from './proxy.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

const START = ['start', '10', '--algorithm', 'bitmask'];

describe('start waits from its first query on', () => {
  test.each([[[]], [['--detach']], [['--quiet']]])('for a PostgreSQL that is away: %j', async (flags) => {
    const url = await postgres.create();
    postgres.kill();
    const coordinator = cluster.start(url, [...START, ...flags]);
    await until(() => coordinator.said().includes('trying again until it answers'), 'it says that it waits');
    await postgres.start();
    await until(() => coordinator.said().includes('the database answers again'), 'it says that it goes on');
    cluster.work(url);
    const { stdout, exitCode } = await (flags.includes('--detach') ? cluster.run(url, ...START) : coordinator.end);
    expect({ stdout, exitCode }).toEqual({ stdout: '724', exitCode: 0 });
    await expectWholeLedger(url, '10-bitmask');
  });

  test('and is interrupted by Ctrl-C', async () => {
    const coordinator = cluster.start('postgres://a:secret@localhost:1/q', START);
    await until(() => coordinator.said().includes('trying again until it answers'), 'it waits');
    expect(coordinator.said()).not.toContain('secret');
    coordinator.kill('SIGINT');
    expect((await coordinator.end).signal).toBe('SIGINT');
  });
});

describe('a connection that breaks while a process starts is opened again', () => {
  // Each of these is asked by BullMQ on a connection on which it listens for no errors.
  test.each(['FROM "queens_par_queue".migration', 'LISTEN '])('at %s', async (query) => {
    const url = await postgres.create();
    await cluster.run(url, ...START, '--detach');
    let cuts = 0;
    const broken = await startProxy(url, {
      cuts(sent) {
        if (!sent.includes(query) || cuts === 2) return false;
        cuts++;
        return true;
      },
    });
    const worker = cluster.work(broken);
    expect(await cluster.run(broken, ...START)).toMatchObject({ stdout: '724', exitCode: 0 });
    await until(() => cuts > 0, 'a connection is cut'); // a worker listens as soon as it has no job
    worker.kill('SIGTERM');
    const { stderr, exitCode } = await worker.end;
    expect(stderr).not.toContain('    at ');
    expect(exitCode).toBe(0);
  });
});

describe('a connection pooler is refused by start, work and status alike', () => {
  async function expectRefusal(url: string): Promise<void> {
    for (const command of [START, ['work', '--threads', '1'], ['status']]) {
      const { stderr, exitCode } = await cluster.run(url, ...command);
      expect(stderr).toMatch(
        /^queens-par: localhost:\d+\/queens_\d+ is a connection pooler like PgBouncer; give the address of PostgreSQL itself in the URL$/,
      );
      expect(exitCode).toBe(2);
    }
  }

  test('which accepts no settings with which a connection begins', async () => {
    const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options', ''].join('\0');
    const length = Buffer.alloc(4);
    length.writeInt32BE(4 + fields.length + 1);
    const answer = Buffer.concat([Buffer.from('E'), length, Buffer.from(`${fields}\0`)]);
    await expectRefusal(await startServerThatAnswers(await postgres.create(), answer));
  });

  test('which shares the connections of the server', async () => {
    // BackendKeyData: the number of the server's process, which a pooler replaces by one of its own.
    const start = Buffer.from([0x4b, 0, 0, 0, 12]);
    const pooler = await startProxy(await postgres.create(), {
      answer(received) {
        const at = received.indexOf(start);
        if (at >= 0) received.writeInt32BE(received.readInt32BE(at + 5) ^ 1, at + 5);
        return received;
      },
    });
    await expectRefusal(pooler);
  });
});
