/** Quotes text of users and strangers for messages and for shells. */

/** Characters that change how a text is shown: control characters, line separators, and marks of direction. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Escapes characters that change how a text is shown, as in `\u001b`. So a name can neither break a line nor control a
 * terminal. Text in JSON keeps its meaning.
 */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Length of the longest text that messages show in full. */
const LONGEST = 60;

/** Quotes the user's text for a message. Long texts are truncated. */
export function quoted(text: string): string {
  if (text.length <= LONGEST) return visible(JSON.stringify(text));
  return `${visible(JSON.stringify(text.slice(0, LONGEST)))}... (${text.length} characters)`;
}

/** Formats the user's text for a message, without quotes. Truncates long texts, and escapes control characters. */
export function unquoted(text: string): string {
  return quoted(text).replace(/^"(.*)"/s, '$1');
}

/** False in a browser, which has no shell. */
const isWindows = typeof process !== 'undefined' && process.platform === 'win32';

/** Words that need no quotes in a shell: on Windows in cmd.exe and in PowerShell. */
const PLAIN = isWindows ? /^[\w+=:./\\-]+$/ : /^[\w@%+=:,./-]+$/;

/** Formats a command for a POSIX shell, or on Windows for its shells. Words are quoted where necessary. */
export function shellCommand(...words: readonly string[]): string {
  const quote = isWindows ? inDoubleQuotes : inSingleQuotes;
  return words.map((word) => (PLAIN.test(word) ? word : quote(word))).join(' ');
}

function inSingleQuotes(word: string): string {
  if (visible(word) !== word) return `$'${visible(word.replaceAll(/['\\]/g, '\\$&'))}'`; // for bash and zsh
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a word as programs of Windows read it: a quote is escaped, and so are backslashes before one. */
export function inDoubleQuotes(word: string): string {
  return `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;
}
