/** Returns the address of a built file. Its name contains a hash that only index.html knows. */
export function resolveBuiltFile(
  name: 'worker' | 'published' | 'published-20' | 'published-23' | 'bitmask' | 'meet',
): string {
  return new URL(document.documentElement.dataset[name] ?? '', document.baseURI).href;
}
