import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files and folders that the build reads. The page shows the results of the benchmark, so all scripts are among them.
 */
const SOURCES = ['src', 'workers', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'];

/**
 * Returns a hash of the names and contents of all sources. The build writes it to dist/sources.txt, and the tests
 * compare it. Times of files would not do, because each checkout changes them.
 */
export function hashOfSources(root) {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => filesIn(root, source))) {
    const contents = readFileSync(join(root, path));
    hash.update(`${path}\0${contents.length}\0`).update(contents);
  }
  return hash.digest('hex');
}

function filesIn(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesIn(root, `${path}/${name}`));
}
