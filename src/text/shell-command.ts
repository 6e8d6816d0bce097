/** Words that a shell takes as they are. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** A command for a POSIX shell, each word quoted where it must be. */
export function shellCommand(...words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
