import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hashOfSources } from '../scripts/build/sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Refuses to test a build of other sources, because many tests use the built program. vitest calls this before the
 * tests.
 */
export default function assertFreshBuild(): void {
  let built = '';
  try {
    built = readFileSync(`${root}/dist/sources.txt`, 'utf8');
  } catch {
    // There is no build, or building was interrupted.
  }
  if (built !== hashOfSources(root)) throw new Error('dist was not built from the current sources. Run: npm run build');
}
