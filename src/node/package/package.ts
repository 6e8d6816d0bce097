// src/node/package knows this package as it is installed: its version, its built files, the packages that only a
// cluster needs, and the version of Node.js that the program needs.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OperationalError, UsageError } from '../../core/errors/errors.js';
import { codeOf } from '../errors/system.js';

/** Packages that every `cluster` command needs. They are not installed with the program. */
const CLUSTER_PACKAGES = ['bullmq', 'pg'];

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
  readonly peerDependencies: Readonly<Record<string, string>>;
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

/** Turns the error for a missing cluster package into one with the command that installs it; returns other errors. */
export function explainMissingPackage(error: unknown): unknown {
  if (!(error instanceof Error) || !codeOf(error)?.endsWith('MODULE_NOT_FOUND')) return error;
  // The name is in quotation marks, or in one of Yarn's sentences.
  if (!CLUSTER_PACKAGES.some((name) => new RegExp(`[' ]${name}[', ]`).test(error.message))) return error;
  return new UsageError(`a cluster needs two more packages: ${installCommand(CLUSTER_PACKAGES)}`, { cause: error });
}

/** Returns the command that installs packages for this program: in the project that contains it, or else globally. */
export function installCommand(names: readonly string[]): string {
  const { peerDependencies } = readManifest();
  const isInProject = existsSync(join(findRoot(), '../../package.json'));
  const packages = names.map((name) => `${name}@${peerDependencies[name]}`);
  return ['npm install', ...(isInProject ? [] : ['--global']), ...packages].join(' ');
}
