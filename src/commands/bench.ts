import type { Argv } from 'yargs';
import { boardSize, pick } from './options.js';

/** Adds `queens-par bench [n]`: how fast this machine is. */
export function addBenchCommand(yargs: Argv): Argv {
  return yargs.command(
    'bench [n]',
    'Measure this machine: the kernel alone, and whole counts on one and on all threads',
    (command) =>
      command
        .positional('n', { ...boardSize, default: '16', describe: 'The largest board to count' })
        .options(pick('threads', 'json', 'quiet'))
        .example('$0 bench', 'up to 16 queens, in some seconds')
        .example('$0 bench 18 --threads 8', 'up to 18 queens'),
    async (args) => (await import('./run-bench.js')).runBench(args),
  );
}
