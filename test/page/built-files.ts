import { readdirSync } from 'node:fs';

/** Returns the names of the built page's files, without their hashes, each with its name in dist/page. */
export function builtFiles(): ReadonlyMap<string, string> {
  const names = readdirSync(new URL('../../dist/page', import.meta.url));
  return new Map(names.map((name) => [name.replace(/-[\w-]{8}(?=\.\w+$)/, ''), name]));
}
