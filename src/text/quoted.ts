/** Longest text that a message repeats whole. */
const LONGEST = 60;

/** What the user wrote, in quotes, for a message; a long text is cut. */
export function quoted(text: string): string {
  if (text.length <= LONGEST) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, LONGEST))}... (${text.length} characters)`;
}

/** The same without quotes. Characters that would confuse a terminal are escaped. */
export function unquoted(text: string): string {
  return quoted(text).replace(/^"(.*)"/s, '$1');
}
