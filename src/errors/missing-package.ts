/** Packages that only a cluster needs. They are not installed with the program. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { UsageError } from './errors.js';
import { codeOf } from './system.js';

/** Packages that every command of a cluster needs. */
const CLUSTER_PACKAGES = ['bullmq', 'pg'];

/** Replaces the error for a missing cluster package with installation instructions. Returns other errors unchanged. */
export function explainMissingPackage(error: unknown): unknown {
  if (!(error instanceof Error) || !codeOf(error)?.endsWith('MODULE_NOT_FOUND')) return error;
  if (!CLUSTER_PACKAGES.some((name) => error.message.includes(`'${name}'`))) return error;
  return new UsageError(`a cluster needs two more packages: ${installCommand(CLUSTER_PACKAGES)}`, { cause: error });
}

/** Returns the command that installs packages for this program: in its project or, if it has none, globally. */
export function installCommand(names: readonly string[]): string {
  const file = createRequire(import.meta.url).resolve('queens-par/package.json');
  const { peerDependencies }: { peerDependencies: Readonly<Record<string, string>> } = createRequire(file)(file);
  const isInProject = existsSync(join(file, '../../../package.json'));
  const packages = names.map((name) => `${name}@${peerDependencies[name]}`);
  return ['npm install', ...(isInProject ? [] : ['--global']), ...packages].join(' ');
}
