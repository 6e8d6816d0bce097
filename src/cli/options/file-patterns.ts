import { readdirSync } from 'node:fs';
import { win32 } from 'node:path';

/**
 * Replaces words such as `*.ledger` with the matching files, because Windows shells do not. A word that matches no file
 * stays as it is, as in other shells. On Windows, no file name contains `*` or `?`.
 *
 * @param system the operating system, as in `process.platform`.
 */
export function expandPatterns(words: readonly string[], system: string = process.platform): readonly string[] {
  return system === 'win32' ? words.flatMap((word) => (/[*?]/.test(word) ? findFiles(word) : [word])) : words;
}

/** Returns the files that match a pattern, sorted by name, or the pattern itself if there are none. */
function findFiles(pattern: string): string[] {
  const name = win32.basename(pattern);
  const folder = pattern.slice(0, pattern.length - name.length);
  const escaped = name.replaceAll(/[\\^$+.()|[\]{}]/g, '\\$&');
  const matches = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i');
  const files = listFiles(folder || '.').filter((file) => matches.test(file));
  return files.length > 0 ? files.sort().map((file) => folder + file) : [pattern];
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // reading the file will report the error
  }
}
