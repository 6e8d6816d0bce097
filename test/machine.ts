/** Tools that some tests need and some machines lack. Missing ones are listed before the tests start. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs and files, with the subject of the tests that need them. */
const NEEDS = {
  bash: 'completion for bash, and shell redirections',
  fish: 'completion for fish',
  zsh: 'completion for zsh',
  groff: 'the manual page',
  mandoc: 'the manual page, as shown on BSD and macOS',
  setpriv: 'a limit on threads',
  gcc: 'file systems that refuse permissions, owners, syncs and locks',
  unshare: 'a full disk, a host name that vanishes, and the program as process 1',
  pgbouncer: 'a cluster whose workers share connections',
  pg_restore: 'a backup that is restored during a run (also needs the server from Debian)',
  posix: 'signals, terminals, links, and files that are removed or replaced while they are open',
  linux: 'the page in Chromium, and a limit on address space',
  x64: 'a processor without SIMD',
  WebKitWebDriver: 'the page in WebKit',
  Xvfb: 'the page in WebKit',
  shellcheck: 'mistakes in shell scripts',
  'systemd-analyze': 'mistakes in units of systemd',
  mkfifo: 'a pipe in the folder of serve, and one without a writer',
  jq: 'a figure for a monitor',
  bc: 'exact sums of counts',
  wine: 'the program on Windows',
  '/usr/bin/firefox-esr': 'the page in Firefox',
  '/dev/full': 'output on a full disk',
  '/proc/self/fd': 'the number of open files and threads',
} as const;

/** Arguments of setpriv for a user without other processes. */
export const OTHER_USER = ['--reuid=54321', '--clear-groups'];

/** Starts a command in a namespace where any user can mount a file system. Some systems do not allow this. */
export const MOUNTING = ['unshare', '--user', '--map-root-user', '--mount'] as const;

/** Starts a command as process 1 of a namespace, which ends with the command. */
export const CONTAINER = [...MOUNTING, '--pid', '--fork', '--mount-proc', '--kill-child'] as const;

/** Folder of Debian's PostgreSQL, with a subfolder for each version. */
export const POSTGRES = '/usr/lib/postgresql';

/** Commands that try what a program does in the tests. Some machines have the program but do not allow this. */
const PROBES = new Map<string, readonly string[]>([
  ['setpriv', ['setpriv', ...OTHER_USER, 'cat', import.meta.filename]], // needs root
  ['pg_restore', ['sh', '-c', `ls ${POSTGRES}/*/bin/pg_restore ${POSTGRES}/*/bin/initdb`]],
  ['unshare', [...CONTAINER, 'mount', '-t', 'tmpfs', 'none', '/mnt']],
]);

/** Returns whether this machine has a program or a file. */
export function has(name: keyof typeof NEEDS): boolean {
  if (name === 'posix') return process.platform !== 'win32';
  if (name === 'linux') return process.platform === name; // the Chromium package is only for Linux
  if (name === 'x64') return process.arch === name; // only there, Node.js has an option to turn off SIMD
  const [command, ...args] = PROBES.get(name) ?? [];
  if (command !== undefined) return spawnSync(command, args).status === 0;
  const places = name.startsWith('/')
    ? [name]
    : (process.env.PATH ?? '').split(delimiter).map((path) => join(path, name));
  return places.some((place) => {
    try {
      accessSync(place, name.startsWith('/') ? constants.F_OK : constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Prints what will not be tested. vitest calls this before the tests. */
export default function printMissing(): void {
  const names = Object.keys(NEEDS) as (keyof typeof NEEDS)[]; // the keys of a constant
  for (const name of names.filter((name) => !has(name))) console.log(`Not tested without ${name}: ${NEEDS[name]}.`);
}
