import { createRequire } from 'node:module';

/** Reads the version in package.json, which is at different depths above the sources and the built files. */
export function programVersion(): string {
  const manifest: { readonly version: string } = createRequire(import.meta.url)('queens-par/package.json');
  return manifest.version;
}
