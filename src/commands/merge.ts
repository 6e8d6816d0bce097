import type { Argv } from 'yargs';
import { pick } from './options.js';

/**
 * Adds `queens-par merge <files...>`: the total of parts that were counted one by one.
 *
 * The files are not declared as a positional argument: where the last of a repeated flag wins, yargs keeps but the
 * last of repeated positional arguments too. They are what it leaves over.
 */
export function addMergeCommand(yargs: Argv): Argv {
  return yargs.command(
    'merge',
    'Add up the files of parts, when all are there',
    (command) =>
      command
        .usage('$0 merge <files...>: add up the files that --part or --checkpoint wrote')
        .options(pick('out', 'json', 'quiet', 'color'))
        .strict(false)
        .strictOptions()
        .example('$0 merge *.ledger', 'the total, or the commands that count what is missing'),
    async ({ _: [, ...files], ...args }) => {
      const { runMerge } = await import('./run-merge.js');
      await runMerge({ ...args, files: files.map(String) });
    },
  );
}
