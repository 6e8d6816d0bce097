import { compareWithKnown } from '../../board/known-counts.js';
import { countRun } from '../../cluster/count-run.js';
import type { Database } from '../../cluster/database/database.js';
import { finishIfComplete } from '../../cluster/ledger/finish-if-complete.js';
import { loadResults } from '../../cluster/ledger/results.js';
import { openRun, type Run } from '../../cluster/ledger/runs.js';
import { feedOnce } from '../../cluster/queue/feed-once.js';
import { type JobQueue, openQueue } from '../../cluster/queue/queue.js';
import { type DatabasePlace, withDatabase } from '../../cluster/with-database.js';
import { unfinished } from '../../ledger/ledger.js';
import type { Algorithm } from '../../plan/subproblem.js';
import { closingSentence, countAsJson } from '../../report/closing.js';
import { completeText, countedBeforeSentence } from '../../report/complete-run.js';
import { isColored, type When } from '../../terminal/terminal.js';
import { withProgress } from '../../terminal/with-progress.js';
import { plural } from '../../text/numbers.js';
import { sameCommand } from '../same-command.js';

/** Threads of all machines for which a plan is cut: enough for most clusters, and not too fine for small ones. */
const DEFAULT_SLOTS = 64;

interface StartArguments extends DatabasePlace {
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

/** `queens-par cluster start`: feeds a run until its ledger is full, and prints the total; with --detach feeds it once. */
export async function startRun(args: StartArguments): Promise<void> {
  function say(message: string): void {
    process.stderr.write(`queens-par: ${message}\n`);
  }
  function note(message: string): void {
    if (!args.quiet) say(message);
  }
  const controller = new AbortController(); // ends the waiting for a database when the run is interrupted
  await withDatabase(
    args,
    async (database) => {
      const { n, algorithm, depth, memory, slots = DEFAULT_SLOTS } = args;
      const run = await openRun(database, { name: args.run, n, options: { algorithm, depth, memory, threads: slots } });
      const queue = await openQueue(database);
      try {
        if (args.detach) {
          process.stderr.write(`${await detach(database, queue, run, note)}\n`);
          return;
        }
        const color = isColored(process.stderr, args.color);
        const display = {
          progress: args.progress,
          quiet: args.quiet,
          color,
          afterwards: `the workers go on with what is in the queue; go on with: ${sameCommand()}`,
        };
        const { result, ledger } = await withProgress(display, ({ signal, onProgress }) => {
          signal?.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
          return countRun({ database, queue, run, note }, { signal, onProgress });
        });
        process.stdout.write(`${args.json ? countAsJson(result) : result.count}\n`);
        const differs = result.agreement === 'differs';
        if (differs) process.exitCode = 1;
        const isFromBefore = result.resumed === result.subproblems;
        const closing = isFromBefore ? countedBeforeSentence(result, ledger, color) : closingSentence(result, color);
        if (differs || !args.quiet) process.stderr.write(`${closing}\n`);
      } finally {
        await queue.close();
      }
    },
    // To wait for a database without a word would look like a hang, so --quiet does not silence that.
    { connections: 3, onOutage: say, signal: controller.signal },
  );
}

/** Feeds a run once. @returns the sentence to print. */
async function detach(database: Database, queue: JobQueue, run: Run, note: (message: string) => void): Promise<string> {
  const { name, plan } = run;
  const finished = await finishIfComplete(database, run, { note });
  if (finished) {
    if (compareWithKnown(plan.n, finished.count) === 'differs') process.exitCode = 1;
    return `Run ${name} is ${completeText(plan.n, finished.count)}.`;
  }
  const left = unfinished(plan.subproblems, await loadResults(database, run, { note }));
  const fed = await feedOnce(queue, database, run, left);
  const rest = left.length - fed;
  const more = rest > 0 ? `, and ${plural(rest, 'subproblem')} wait for it` : '';
  const same = database.command('start', String(plan.n), '--run', name);
  return `Run ${name}: ${plural(fed, 'subproblem')} in the queue${more}; ${same} feeds what is missing, and prints the total.`;
}
