import type { Argv, Options } from 'yargs';
import type { Placement } from '../board/placement.js';
import { UsageError } from '../errors/errors.js';
import { solverNames } from '../textbook/solver-names.js';
import { boardSize, formatsOf, pick, wholeNumber, withEnvironment } from './options.js';

/** The options that this command alone understands, or understands its own way. */
export const solveOptions = {
  format: { choices: formatsOf.solve, default: 'columns', requiresArg: true, describe: 'How to write a solution' },
  limit: {
    type: 'string',
    requiresArg: true,
    describe: 'Print so many solutions at most',
    defaultDescription: 'all; for svg 1',
    coerce: wholeNumber('--limit', 1, Number.MAX_SAFE_INTEGER),
  },
  skip: {
    type: 'string',
    requiresArg: true,
    describe: 'Leave out so many solutions first',
    defaultDescription: '0',
    coerce: wholeNumber('--skip', 0, Number.MAX_SAFE_INTEGER),
  },
  fundamental: {
    type: 'boolean',
    default: false,
    describe: 'Only one of each symmetry class, with the size of its class',
  },
  with: {
    type: 'string',
    requiresArg: true,
    describe: 'Only solutions that begin with these columns: 0,4,7',
    coerce: columnList,
  },
  solver: {
    choices: solverNames,
    default: 'bitmask',
    requiresArg: true,
    describe: 'Who searches; all find the same, in the same order',
  },
  force: { type: 'boolean', default: false, describe: 'Let a solver try that would take very long' },
} as const satisfies Record<string, Options>;

/** Adds `queens-par solve <n>`: the solutions themselves. */
export function addSolveCommand(yargs: Argv): Argv {
  return yargs.command(
    'solve <n>',
    'Print the solutions, as they are found',
    (command) =>
      command
        .positional('n', { ...boardSize, demandOption: true })
        .options({ ...withEnvironment(solveOptions), ...pick('quiet') })
        .example('$0 solve 8 --format unicode --limit 1', 'draw the first solution of 8 queens')
        .example('$0 solve 8 --with 0,4', 'complete a board that is begun'),
    async (args) => (await import('./run-solve.js')).runSolve(args),
  );
}

/** Reads `0,4,7`. */
function columnList(text: string): Placement {
  if (!/^\d+(,\d+)*$/.test(text))
    throw new UsageError(`--with must be columns like 0,4,7, not ${JSON.stringify(text)}`);
  return text.split(',').map(Number);
}
