import type { Argv, Options } from 'yargs';
import { ledgerFile, options, pick, wholeNumber, withEnvironment } from './options.js';
import { readSampleSize } from './sample-size.js';

/** The options that this command alone understands, or understands its own way. */
export const auditOptions = {
  sample: {
    type: 'string',
    requiresArg: true,
    default: '1%',
    describe: 'How many subproblems: a percentage, or a number',
    coerce: readSampleSize,
  },
  seed: {
    type: 'string',
    requiresArg: true,
    describe: 'Draw the same sample again',
    defaultDescription: 'another one each time',
    coerce: wholeNumber('--seed', 0, 2 ** 32 - 1),
  },
  kernel: { ...options.kernel, default: 'readable' },
} as const satisfies Record<string, Options>;

/** Adds `queens-par audit <file>`: counts a sample of a ledger file again. */
export function addAuditCommand(yargs: Argv): Argv {
  return yargs.command(
    'audit <file>',
    'Count a random sample of a checkpoint or part again, and compare',
    (command) =>
      command
        .positional('file', ledgerFile)
        .options({ ...withEnvironment(auditOptions), ...pick('threads', 'json', 'quiet', 'progress', 'color') })
        .example('$0 audit 16.ledger --sample 5%', 'count every twentieth subproblem again'),
    async (args) => (await import('./run-audit.js')).runAudit(args),
  );
}
