import { createRequire } from 'node:module';
import { UsageError } from '../../core/errors/errors.js';
import { installCommand } from './package.js';

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
