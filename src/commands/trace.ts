import type { Argv, Options } from 'yargs';
import { solverNames } from '../textbook/solver-names.js';
import { boardSize, pick, wholeNumber, withEnvironment } from './options.js';

/** The options that this command alone understands, or understands its own way. */
export const traceOptions = {
  solver: {
    choices: solverNames,
    requiresArg: true,
    describe: 'Whose search to watch',
    defaultDescription: 'column-array; with --masks bitmask',
  },
  masks: { type: 'boolean', default: false, describe: 'Print the masks of every row in binary' },
  boards: { type: 'boolean', default: false, describe: 'Draw the board at every step, attacked cells marked x' },
  step: { type: 'boolean', default: false, describe: 'Wait for a key after every step: forward, back, play, quit' },
  limit: {
    type: 'string',
    requiresArg: true,
    describe: 'Stop after so many tried cells, or boards',
    defaultDescription: 'all',
    coerce: wholeNumber('--limit', 1, Number.MAX_SAFE_INTEGER),
  },
  force: { type: 'boolean', default: false, describe: 'Let a solver try that would take very long' },
} as const satisfies Record<string, Options>;

/** Adds `queens-par trace <n>`: a search as it happens. */
export function addTraceCommand(yargs: Argv): Argv {
  return yargs.command(
    'trace <n>',
    'Print every step of a search',
    (command) =>
      command
        .positional('n', { ...boardSize, demandOption: true })
        .options({ ...withEnvironment(traceOptions), ...pick('quiet') })
        .example('$0 trace 4', 'every cell that is tried on the way to both solutions of 4 queens')
        .example('$0 trace 6 --masks --limit 5', 'the three masks, down to the first dead end'),
    async (args) => (await import('./run-trace.js')).runTrace(args),
  );
}
