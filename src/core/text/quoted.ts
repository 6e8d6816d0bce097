/** Quotes text from users and strangers, for messages and for shells. */

/** Characters that are invisible or change how text is shown: control and format characters, and unusual spaces. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/**
 * Escapes hidden characters, as in `\u001b` and `\u200b`, so a name can neither break a line nor control a terminal,
 * and a message shows why a value is wrong. Text in JSON keeps its meaning.
 */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, (character) =>
    character.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

const MAX_LENGTH = 60;

export function quoted(text: string): string {
  if (text.length <= MAX_LENGTH) return visible(JSON.stringify(text));
  return `${visible(JSON.stringify(text.slice(0, MAX_LENGTH)))}... (${text.length} characters)`;
}

/** Formats the user's text for a message, without quotes. Truncates long text and escapes control characters. */
export function escaped(text: string): string {
  return quoted(text).replace(/^"(.*)"/s, '$1');
}

/** A kind of shell: those of POSIX systems, or cmd.exe and PowerShell. */
export type Shell = 'posix' | 'windows';

const SHELLS = {
  posix: { plain: /^[\w@%+=:,./-]+$/, quote: singleQuote },
  windows: { plain: /^[\w+=:./\\-]+$/, quote: doubleQuote },
} as const satisfies Record<Shell, unknown>;

export function formatCommand(words: readonly string[], shell: Shell): string {
  const { plain, quote } = SHELLS[shell];
  return words.map((word) => (plain.test(word) ? word : quote(word))).join(' ');
}

function singleQuote(word: string): string {
  if (visible(word) !== word) return `$'${visible(word.replaceAll(/['\\]/g, '\\$&'))}'`; // works in bash and zsh
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a word the way Windows programs parse it: escapes quotes, and any backslashes before a quote. */
export function doubleQuote(word: string): string {
  return `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;
}
