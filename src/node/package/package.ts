// src/node/package describes the installed package: its version, built files and environment variables, the packages
// that only a cluster needs, and the Node.js version that the program needs.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OperationalError } from '../../core/errors/errors.js';

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

interface Manifest {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function readManifest(): Manifest {
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
