import { createRequire } from 'node:module';

/** Returns the version in package.json. Loads it by package name, because the build changes its relative path. */
export function programVersion(): string {
  const manifest: { readonly version: string } = createRequire(import.meta.url)('queens-par/package.json');
  return manifest.version;
}
