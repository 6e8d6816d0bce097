/** Returns the URL of a built file. The file's name contains a hash, so only index.html lists it. */
export function resolveBuiltFile(
  name: 'worker' | 'published' | 'published-20' | 'published-23' | 'bitmask' | 'meet',
): string {
  return new URL(document.documentElement.dataset[name] ?? '', document.baseURI).href;
}
