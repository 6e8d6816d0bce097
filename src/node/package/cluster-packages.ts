import { createRequire } from 'node:module';
import { UsageError } from '../../core/errors/errors.js';
import { installCommand } from './package.js';

/** The installed versions of the packages that a cluster needs; undefined for a package that is not installed. */
type Versions = { readonly [Name in keyof typeof OLDEST]: string | undefined };

/** The oldest usable versions of the packages that every cluster command needs. Later minor versions also work. */
const OLDEST = {
  pg: { major: 8, minor: 20 }, // its pools call `onConnect`, where we set up each connection
};

/**
 * Prepares to load the modules of src/cluster, which import these packages.
 *
 * @throws UsageError with the command to run if a package is missing, or has a version that a cluster cannot use.
 */
export function prepareForCluster(): void {
  delete process.env.NODE_PG_FORCE_NATIVE; // with it, pg loads a native client, which may not be installed
  const problem = explainUnusablePackages({ pg: readVersion('pg') });
  if (problem !== undefined) throw new UsageError(problem);
}

/** Explains which packages are missing or have the wrong version; undefined if a cluster can use them. */
export function explainUnusablePackages(versions: Versions): string | undefined {
  const unusable = (['pg'] as const).filter((name) => !isUsable(name, versions[name]));
  if (unusable.length === 0) return undefined;
  const needs = unusable.map((name) => {
    const version = versions[name];
    const { major, minor } = OLDEST[name];
    return `${name} ^${major}.${minor} (${version === undefined ? 'not installed' : `${version} is installed`})`;
  });
  const isWrong = unusable.some((name) => versions[name] !== undefined);
  const otherwise = isWrong ? '. If this project needs another version, install queens-par in its own folder' : '';
  return `a cluster needs ${needs.join(' and ')}: ${installCommand(unusable)}${otherwise}`;
}

function isUsable(name: keyof Versions, version = ''): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(version) ?? [];
  return Number(major) === OLDEST[name].major && Number(minor) >= OLDEST[name].minor;
}

/** Reads the version of an installed package; undefined if it is missing. */
function readVersion(name: string): string | undefined {
  try {
    return createRequire(import.meta.url)(`${name}/package.json`).version;
  } catch {
    return undefined;
  }
}
