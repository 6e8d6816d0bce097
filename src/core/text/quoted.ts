/** Quoting of text by users and strangers, for messages and for shells. */

/** Characters that change how a text is shown: control characters, line separators, and marks of direction. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Escapes characters that change how a text is shown, as in `\u001b`, so a name can neither break a line nor control a
 * terminal. Text in JSON keeps its meaning.
 */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Maximum length of a string that messages show in full. */
const MAX_LENGTH = 60;

/** Quotes the user's text for a message, and truncates it if it is long. */
export function quoted(text: string): string {
  if (text.length <= MAX_LENGTH) return visible(JSON.stringify(text));
  return `${visible(JSON.stringify(text.slice(0, MAX_LENGTH)))}... (${text.length} characters)`;
}

/** Formats the user's text for a message, without quotes. Truncates long text, and escapes control characters. */
export function unquoted(text: string): string {
  return quoted(text).replace(/^"(.*)"/s, '$1');
}

/** Always false in a browser, which has no shell. */
const isWindows = typeof process !== 'undefined' && process.platform === 'win32';

/** Words that need no quotes in a shell, or on Windows in cmd.exe and PowerShell. */
const PLAIN = isWindows ? /^[\w+=:./\\-]+$/ : /^[\w@%+=:,./-]+$/;

/** Formats a command for a POSIX shell, or on Windows for its shells, and quotes words where necessary. */
export function shellCommand(...words: readonly string[]): string {
  const quote = isWindows ? doubleQuote : singleQuote;
  return words.map((word) => (PLAIN.test(word) ? word : quote(word))).join(' ');
}

function singleQuote(word: string): string {
  if (visible(word) !== word) return `$'${visible(word.replaceAll(/['\\]/g, '\\$&'))}'`; // for bash and zsh
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a word the way Windows programs parse it: escapes each quote, and any backslashes before one. */
export function doubleQuote(word: string): string {
  return `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;
}
