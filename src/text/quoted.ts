/** Quotes text for messages and for shells. */

/** Length of the longest text that messages show in full. */
const LONGEST = 60;

/** Quotes the user's text for a message. Long texts are truncated. */
export function quoted(text: string): string {
  if (text.length <= LONGEST) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, LONGEST))}... (${text.length} characters)`;
}

/** Formats the user's text for a message, without quotes. Truncates long texts, and escapes control characters. */
export function unquoted(text: string): string {
  return quoted(text).replace(/^"(.*)"/s, '$1');
}

/** Words that need no quotes in a shell. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Formats a command for a POSIX shell. Words are quoted where necessary. */
export function shellCommand(...words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
