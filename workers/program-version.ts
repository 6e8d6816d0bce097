import { createRequire } from 'node:module';

/** Returns the version in package.json. Finds it by name, because sources and built files are at different depths. */
export function programVersion(): string {
  const manifest: { readonly version: string } = createRequire(import.meta.url)('queens-par/package.json');
  return manifest.version;
}
