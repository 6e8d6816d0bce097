import type { Argv } from 'yargs';
import { withAlgorithmDefaults } from './algorithm-options.js';
import { boardSize, pick } from './options.js';

/** Adds `queens-par <n>`: the main job. */
export function addCountCommand(yargs: Argv): Argv {
  return yargs.command(
    ['$0 <n>', 'count <n>'],
    'Count the solutions of the n-queens problem',
    (command) =>
      command
        .positional('n', { ...boardSize, demandOption: true })
        .options(pick('threads', 'algorithm', 'depth', 'memory', 'kernel', 'verify'))
        .options(pick('checkpoint', 'repair', 'drop', 'part', 'out', 'plan-of'))
        .options(pick('json', 'quiet', 'progress', 'color'))
        .example('$0 16 --threads 8', 'count 16 queens on 8 threads')
        .example('$0 20 --checkpoint 20.ledger', 'count so that it can be stopped and resumed')
        .example('$0 20 --part 3/16 --out 3.ledger', 'count a sixteenth, to be merged with the others'),
    async (args) => {
      const { runCount } = await import('./run-count.js');
      await runCount(withAlgorithmDefaults({ ...args, planOf: args['plan-of'] }));
    },
  );
}
