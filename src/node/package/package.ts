// src/node/package describes the installed package: its version, built files and environment variables, the packages
// that only a cluster needs (this file), and the Node.js version that the program needs (node-version.ts).

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OperationalError, UsageError } from '../../core/errors/errors.js';

/**
 * Finds the folder that contains package.json. It must be searched for, because its relative path differs between the
 * sources (in tests), the build and the bundle.
 */
function findRoot(): string {
  // Some bundlers replace import.meta.dirname with undefined.
  let folder = import.meta.dirname ?? '/';
  while (folder !== dirname(folder) && !existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

function readManifest(): { readonly version: string; readonly devDependencies: Readonly<Record<string, string>> } {
  return JSON.parse(readFileSync(join(findRoot(), 'package.json'), 'utf8'));
}

export function programVersion(): string {
  return readManifest().version;
}

/**
 * Returns the path of a file or folder in dist, such as `workers/meet.wasm`.
 *
 * @throws OperationalError if it is missing, for example because this module was bundled into another program.
 */
export function builtFile(name: string): string {
  const file = join(findRoot(), 'dist', name);
  if (existsSync(file)) return file;
  throw new OperationalError(
    `${file} is missing. Do not bundle queens-par (docs/library.md); in a checkout, run npm run build`,
  );
}

export function documentsFolder(): string {
  return join(findRoot(), 'docs');
}

/**
 * Returns the command that installs a package in the version that this program was tested with. It installs it in the
 * project that contains this program, or else globally.
 */
export function installCommand(name: string): string {
  const root = findRoot();
  const isLocal = existsSync(join(root, 'package-lock.json')) || existsSync(join(root, '../../package.json'));
  return `npm install ${isLocal ? '' : '--global '}${name}@${readManifest().devDependencies[name]}`;
}

/** The oldest usable version of pg, whose pools call `onConnect`. Later minor versions also work. */
const OLDEST = { major: 8, minor: 20 };

/**
 * Prepares to load the modules of src/cluster, which import the package pg.
 *
 * @throws UsageError with the command to run if pg is missing, or has a version that a cluster cannot use.
 */
export function prepareForCluster(): void {
  delete process.env.NODE_PG_FORCE_NATIVE; // with it, pg loads a native client, which may not be installed
  const problem = explainUnusablePg(readPgVersion());
  if (problem !== undefined) throw new UsageError(problem);
}

/** Explains why a cluster cannot use a version of pg, which is undefined if pg is missing; undefined if it can. */
export function explainUnusablePg(version: string | undefined): string | undefined {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(version ?? '') ?? [];
  if (Number(major) === OLDEST.major && Number(minor) >= OLDEST.minor) return undefined;
  const [found, otherwise] =
    version === undefined
      ? ['not installed', '']
      : [`${version} is installed`, '. If this project needs another version, install queens-par in its own folder'];
  return `a cluster needs pg ^${OLDEST.major}.${OLDEST.minor} (${found}): ${installCommand('pg')}${otherwise}`;
}

function readPgVersion(): string | undefined {
  try {
    return createRequire(import.meta.url)('pg/package.json').version;
  } catch {
    return undefined;
  }
}

/** The environment variable that sets the default for `--threads`. */
export const THREADS_VARIABLE = 'QUEENS_PAR_THREADS';

/** The environment variable that holds the URL of a cluster's database, password included. */
export const DATABASE_VARIABLE = 'QUEENS_PAR_DATABASE_URL';

const VARIABLES = [THREADS_VARIABLE, DATABASE_VARIABLE];

/** Returns a warning for each unknown variable with the prefix QUEENS_PAR_, because it may be misspelled. */
export function findUnknownVariables(env: NodeJS.ProcessEnv): string[] {
  const unknown = Object.keys(env).filter((name) => name.startsWith('QUEENS_PAR_') && !VARIABLES.includes(name));
  const known = VARIABLES.join(' and ');
  return unknown.map((name) => `${name} in the environment is ignored; this program reads only ${known}`);
}
