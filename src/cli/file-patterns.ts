import { readdirSync } from 'node:fs';
import { win32 } from 'node:path';

/**
 * Replaces words like `*.ledger` by the files that match, because the shells of Windows do not. A word that matches no
 * file stays, as in other shells. On Windows, no name of a file contains `*` or `?`.
 *
 * @param system the operating system, as in `process.platform`.
 */
export function expandPatterns(words: readonly string[], system: string = process.platform): readonly string[] {
  return system === 'win32' ? words.flatMap((word) => (/[*?]/.test(word) ? filesLike(word) : [word])) : words;
}

/** Returns the files that match a pattern, in order of their names, or the pattern if there are none. */
function filesLike(pattern: string): string[] {
  const name = win32.basename(pattern);
  const folder = pattern.slice(0, pattern.length - name.length);
  const escaped = name.replaceAll(/[\\^$+.()|[\]{}]/g, '\\$&');
  const matches = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i');
  const files = filesIn(folder || '.').filter((file) => matches.test(file));
  return files.length > 0 ? files.sort().map((file) => folder + file) : [pattern];
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // reading the file will report the error
  }
}
