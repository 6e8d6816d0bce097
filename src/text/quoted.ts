/** Text in quotes: in messages, and for a shell. */

/** Longest text that a message repeats whole. */
const LONGEST = 60;

/** Quotes a user's text for a message; a long text is cut. */
export function quoted(text: string): string {
  if (text.length <= LONGEST) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, LONGEST))}... (${text.length} characters)`;
}

/** The same without quotes. Characters that would confuse a terminal are escaped. */
export function unquoted(text: string): string {
  return quoted(text).replace(/^"(.*)"/s, '$1');
}

/** Words that a shell takes as they are. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** A command for a POSIX shell, each word quoted where it must be. */
export function shellCommand(...words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
