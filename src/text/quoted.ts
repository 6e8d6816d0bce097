/** Quotes text for messages and for shells. */

/** Longest text that is not cut in a message. */
const LONGEST = 60;

/** Quotes a user's text for a message; a long text is cut. */
export function quoted(text: string): string {
  if (text.length <= LONGEST) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, LONGEST))}... (${text.length} characters)`;
}

/** The same without quotes. Control characters are escaped. */
export function unquoted(text: string): string {
  return quoted(text).replace(/^"(.*)"/s, '$1');
}

/** Words that need no quotes in a shell. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Formats a command for a POSIX shell, with quotes where they are needed. */
export function shellCommand(...words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
