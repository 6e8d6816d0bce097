import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { UsageError } from '../errors/errors.js';
import { codeOf } from '../errors/system.js';

/** Packages that only a cluster needs. They are not installed with the program. */
const CLUSTER_PACKAGES = ['bullmq', 'pg'];

/** Replaces the error for a missing cluster package with installation instructions. Returns other errors unchanged. */
export function explainMissingPackage(error: unknown): unknown {
  if (!(error instanceof Error) || !codeOf(error)?.endsWith('MODULE_NOT_FOUND')) return error;
  if (!CLUSTER_PACKAGES.some((name) => error.message.includes(`'${name}'`))) return error;
  const file = createRequire(import.meta.url).resolve('queens-par/package.json');
  const { peerDependencies }: { peerDependencies: Readonly<Record<string, string>> } = createRequire(file)(file);
  const packages = CLUSTER_PACKAGES.map((name) => `${name}@${peerDependencies[name]}`).join(' ');
  const isInProject = existsSync(join(file, '../../../package.json'));
  return new UsageError(`a cluster needs two more packages: npm install ${isInProject ? '' : '--global '}${packages}`, {
    cause: error,
  });
}
