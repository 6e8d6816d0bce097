import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { findFreePort } from '../../src/cluster/postgres/own-database.js';
import { query } from './postgres.js';
import { until } from './processes.js';

/**
 * Starts PgBouncer in transaction mode for a PostgreSQL server. It ends after the tests of the file.
 *
 * @param connections maximum number of connections to the server.
 * @returns a URL that reaches the database through PgBouncer.
 */
export async function startPgBouncer(url: string, connections: number): Promise<string> {
  const { hostname, port, username, password } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'queens-par-pgbouncer-'));
  chmodSync(folder, 0o755); // PgBouncer does not run as root
  const own = await findFreePort(0);
  const users = join(folder, 'users');
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: own,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: connections,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, ['[databases]', `* = host=${hostname} port=${port}`, '[pgbouncer]', ...lines, ''].join('\n'));
  const asUser = process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--clear-groups'] : [];
  const [command = '', ...args] = [...asUser, 'pgbouncer', '--quiet', file];
  const child: ChildProcess = spawn(command, args, { stdio: 'ignore' });
  afterAll(() => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const pooler = new URL(url);
  pooler.hostname = '127.0.0.1';
  pooler.port = String(own);
  await until(
    () =>
      query(pooler.href, 'select').then(
        () => true,
        () => false,
      ),
    'PgBouncer answers',
  );
  return pooler.href;
}
