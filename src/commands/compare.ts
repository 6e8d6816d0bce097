import type { Argv, Options } from 'yargs';
import { boardSize, pick, withEnvironment } from './options.js';

/** The options that this command alone understands, or understands its own way. */
export const compareOptions = {
  force: { type: 'boolean', default: false, describe: 'Run also the solvers that take very long for this n' },
} as const satisfies Record<string, Options>;

/** Adds `queens-par compare <n>`: every solver side by side. */
export function addCompareCommand(yargs: Argv): Argv {
  return yargs.command(
    'compare <n>',
    'Run every solver and compare what each had to do',
    (command) =>
      command
        .positional('n', { ...boardSize, demandOption: true })
        .options({ ...withEnvironment(compareOptions), ...pick('json', 'quiet') })
        .example('$0 compare 8', 'from brute force to bit masks, for 8 queens'),
    async (args) => (await import('./run-compare.js')).runCompare(args),
  );
}
