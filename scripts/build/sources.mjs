import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files and folders that the build reads. */
const SOURCES = [
  ...['src', 'workers', 'scripts/build', 'docs/ledgers'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'LICENSE'],
];

/**
 * Hashes the names and contents of all sources. The build writes the hash to dist/sources.txt, so the tests can detect
 * an outdated build. File times would not do, because each checkout changes them.
 */
export function hashOfSources(root) {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => listFiles(root, source))) {
    const contents = readFileSync(join(root, path));
    hash.update(`${path}\0${contents.length}\0`).update(contents);
  }
  return hash.digest('hex');
}

function listFiles(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => listFiles(root, `${path}/${name}`));
}
