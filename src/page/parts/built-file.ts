/** Returns the address of a built file. Its name contains a hash, and only index.html knows it. */
export function builtFile(name: 'worker' | 'published' | 'bitmask' | 'meet'): string {
  return new URL(document.documentElement.dataset[name] ?? '', document.baseURI).href;
}
