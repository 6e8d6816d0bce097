import type { Argv } from 'yargs';
import { resolveThreads } from '../executors/threads.js';
import { choosePlan } from '../plan/choose-plan.js';
import { withAlgorithmDefaults } from './algorithm-options.js';
import { boardSize, pick } from './options.js';

/** Adds `queens-par plan <n>`: what a count would hand to its threads. */
export function addPlanCommand(yargs: Argv): Argv {
  return yargs.command(
    'plan <n>',
    'Show how a count is split into subproblems',
    (command) =>
      command
        .positional('n', { ...boardSize, demandOption: true })
        .options(pick('threads', 'algorithm', 'depth', 'memory', 'json'))
        .example('$0 plan 16', 'the subproblems of 16 queens'),
    async (args) => {
      const { n, json, ...options } = withAlgorithmDefaults(args);
      const plan = choosePlan(n, { ...options, ...resolveThreads(options.threads) });
      const { planAsJson, planAsTable } = await import('../report/plan.js');
      const { writeText } = await import('../terminal/write-text.js');
      await writeText(process.stdout, json ? [planAsJson(plan), '\n'] : planAsTable(plan));
    },
  );
}
