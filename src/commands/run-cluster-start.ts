import { clusterExecutor } from '../cluster/executor.js';
import { feedOnce } from '../cluster/feed-once.js';
import { openQueue } from '../cluster/queue.js';
import { loadResults } from '../cluster/results.js';
import { finishRun, openRun, type Run } from '../cluster/runs.js';
import { countPlan } from '../count.js';
import { unfinished } from '../ledger/ledger.js';
import type { Algorithm } from '../plan/subproblem.js';
import { closingSentence, countAsJson } from '../report/closing.js';
import { plural } from '../report/numbers.js';
import { isColored, type When } from '../report/terminal.js';
import { sameCommand } from './same-command.js';
import { type DatabaseArguments, withDatabase } from './with-database.js';
import { withProgress } from './with-progress.js';

/** Threads of all machines for which a plan is cut: enough for most, and not too fine for a few. */
const DEFAULT_SLOTS = 64;

export interface ClusterStartArguments extends DatabaseArguments {
  readonly n: number;
  readonly run: string | undefined;
  readonly slots: number | undefined;
  readonly detach: boolean;
  readonly algorithm: 'auto' | Algorithm;
  readonly depth: number | undefined;
  readonly memory: number | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly progress: When;
  readonly color: When;
}

/** Feeds a run until its ledger is full, and prints the total. */
export async function runClusterStart(args: ClusterStartArguments): Promise<void> {
  function note(message: string): void {
    if (!args.quiet) process.stderr.write(`queens-par: ${message}\n`);
  }
  const controller = new AbortController(); // ends the waiting for a database when the run is interrupted
  await withDatabase(
    args,
    async (database) => {
      const { n, algorithm, depth, memory, slots = DEFAULT_SLOTS } = args;
      const run = await openRun(database, { name: args.run, n, options: { algorithm, depth, memory, threads: slots } });
      const queue = await openQueue(database.url);
      try {
        const ledger = await loadResults(database, run);
        if (args.detach) {
          const left = unfinished(run.plan.subproblems, ledger);
          const fed = await feedOnce(queue, database, run, left);
          process.stderr.write(`${detached(run, left.length, fed)}\n`);
          return;
        }
        const color = isColored(process.stderr, args.color);
        const display = {
          progress: args.progress,
          quiet: args.quiet,
          color,
          afterwards: `the workers go on with what is in the queue; go on with: ${sameCommand()}`,
        };
        const executor = clusterExecutor({ database, queue, run, note });
        const result = await withProgress(display, ({ signal, onProgress }) => {
          signal?.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
          return countPlan(run.plan, { executor, signal, onProgress }, ledger);
        });
        await finishRun(database, run, result.count);
        process.stdout.write(`${args.json ? countAsJson(result) : result.count}\n`);
        const differs = result.agreement === 'differs';
        if (differs) process.exitCode = 1;
        if (differs || !args.quiet) process.stderr.write(`${closingSentence(result, color)}\n`);
      } finally {
        await queue.close();
      }
    },
    { connections: 3, onOutage: note, signal: controller.signal },
  );
}

function detached({ name, plan }: Run, left: number, fed: number): string {
  const same = `queens-par cluster start ${plan.n} --run ${name}`;
  const rest = left - fed;
  if (left === 0) return `Run ${name} is complete; ${same} prints its total.`;
  const more = rest > 0 ? `, and ${plural(rest, 'subproblem')} wait for it` : '';
  return `Run ${name}: ${plural(fed, 'subproblem')} in the queue${more}; ${same} feeds what is missing, and prints the total.`;
}
