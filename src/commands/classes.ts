import type { Argv, Options } from 'yargs';
import { boardSize, pick, withEnvironment } from './options.js';

/** The options that this command alone understands, or understands its own way. */
export const classesOptions = {
  published: {
    type: 'boolean',
    default: false,
    describe: 'Take the number of all solutions from the OEIS, instead of counting it',
  },
} as const satisfies Record<string, Options>;

/** Adds `queens-par classes <n>`: the solutions by their symmetry. */
export function addClassesCommand(yargs: Argv): Argv {
  return yargs.command(
    'classes <n>',
    'Count the fundamental solutions, and the symmetric ones',
    (command) =>
      command
        .positional('n', { ...boardSize, demandOption: true })
        .options({ ...withEnvironment(classesOptions), ...pick('threads', 'json', 'quiet', 'progress', 'color') })
        .example('$0 classes 12', 'the symmetry classes of 12 queens')
        .example('$0 classes 24 --published', 'count only the symmetric solutions of 24 queens'),
    async (args) => (await import('./run-classes.js')).runClasses(args),
  );
}
