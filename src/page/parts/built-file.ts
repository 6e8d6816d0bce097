type BuiltFile = 'worker' | 'published' | 'published-20' | 'published-23' | 'bitmask' | 'meet';

/** Returns whether the page has a built file. `serve` has no ledger for 23 queens, which would be too large. */
export function hasBuiltFile(name: BuiltFile): boolean {
  return name in document.documentElement.dataset;
}

/** Returns the URL of a built file. The file's name contains a hash, so only index.html lists it. */
export function resolveBuiltFile(name: BuiltFile): string {
  return new URL(document.documentElement.dataset[name] ?? '', document.baseURI).href;
}
