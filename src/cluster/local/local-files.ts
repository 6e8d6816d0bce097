import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where this user's own database is. */
export interface LocalFiles {
  readonly folder: string;
  /** The database itself; `fresh` while it is being made. */
  readonly data: string;
  readonly fresh: string;
  /** The connection URL, password included: for this user's eyes alone. */
  readonly address: string;
  readonly password: string;
  /** The port that the database had, and takes again: processes that wait for it know no other. */
  readonly port: string;
  /** Held by the process that keeps the database. */
  readonly lock: string;
  readonly log: string;
}

/** The files, in the folder that the system has for a user's data. */
export function localFiles(): LocalFiles {
  const folder = join(dataHome(), 'queens-par', 'database');
  const file = (name: string) => join(folder, name);
  return {
    folder,
    data: file('data'),
    fresh: file('fresh'),
    address: file('address'),
    password: file('password'),
    port: file('port'),
    lock: file('lock'),
    log: file('log'),
  };
}

function dataHome(): string {
  const { XDG_DATA_HOME: named, LOCALAPPDATA: windows } = process.env;
  if (named) return named;
  if (process.platform === 'win32' && windows) return windows;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  // PostgreSQL does not run as root but as postgres, which may not enter root's home.
  return isRoot() ? '/var/lib' : join(homedir(), '.local', 'share');
}

/** Whether this process is root's: then PostgreSQL runs as the user postgres. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** As root: the first folder on the way to `folder` that other users may not enter. */
export function firstClosedFolder(folder: string): string | undefined {
  if (!isRoot()) return undefined;
  const above = dirname(folder);
  const closed = above === folder ? undefined : firstClosedFolder(above);
  return closed ?? ((statSync(folder).mode & 0o001) === 0 ? folder : undefined);
}
