import { compareWithKnown } from '../../board/known-counts.js';
import type { Arguments } from '../../cli/commands.js';
import { countRun } from '../../cluster/count-run.js';
import type { Database } from '../../cluster/database/database.js';
import { finishIfComplete } from '../../cluster/ledger/end-run.js';
import { loadResults } from '../../cluster/ledger/results.js';
import { openRun, type Run } from '../../cluster/ledger/runs.js';
import { readStatus } from '../../cluster/ledger/status.js';
import { feedOnce } from '../../cluster/queue/feeder.js';
import { type JobQueue, openQueue } from '../../cluster/queue/queue.js';
import { withDatabase } from '../../cluster/with-database.js';
import type { CountResult } from '../../count/count.js';
import { type Ledger, unfinished } from '../../ledger/ledger.js';
import { sameCommand } from '../../terminal/interruption.js';
import { type Watch, withProgress } from '../../terminal/progress.js';
import { isColored, say } from '../../terminal/terminal.js';
import { closingSentence, completeText, verdictOn } from '../../text/closing.js';
import { formatSeconds } from '../../text/durations.js';
import { plural } from '../../text/numbers.js';
import { countAsJson } from '../count.js';
import { wrongTotalText } from './trust.js';

/** `queens-par cluster start`: feeds a run until its ledger is full, and prints the total; with --detach feeds it once. */
export async function startRun(args: Arguments<'cluster start'>): Promise<void> {
  function note(message: string): void {
    if (!args.quiet) say(message);
  }
  const controller = new AbortController(); // ends the waiting for a database when the run is interrupted
  await withDatabase(
    args,
    async (database) => {
      const { n, algorithm, depth, memory, slots } = args;
      const options = { algorithm, depth, memory, threads: slots };
      const run = await openRun(database, { name: args.run, n, options, recount: args.recount });
      const queue = await openQueue(database);
      try {
        if (args.detach) {
          process.stderr.write(`${await detach(database, queue, run, note)}\n`);
          return;
        }
        const task = ({ signal, onProgress }: Watch) => {
          signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
          return countRun({ database, queue, run, note }, { signal, onProgress });
        };
        const howToGoOn = `the workers go on with what is in the queue; go on with: ${sameCommand()}`;
        const { result, ledger } = await withProgress(args, task, howToGoOn);
        process.stdout.write(`${args.json ? countAsJson(result) : result.count}\n`);
        const differs = result.agreement === 'differs';
        if (differs) process.exitCode = 1;
        const color = isColored(process.stderr, args.color);
        const isFromBefore = result.resumed === result.subproblems;
        const closing = isFromBefore
          ? countedBeforeSentence(result, ledger, color)
          : closingSentence(result, color, undefined, '');
        if (differs || !args.quiet) process.stderr.write(`${closing}\n`);
        if (differs) say(await culprits(database, run));
      } finally {
        await queue.close();
      }
    },
    // To wait for a database without a word would look like a hang, so --quiet does not silence that.
    { connections: 3, onOutage: say, signal: controller.signal },
  );
}

/** Whose counts a wrong total rests on. */
async function culprits(database: Database, { name, plan }: Run): Promise<string> {
  const [status] = await readStatus(database, name);
  return wrongTotalText(plan.n, status?.trust ?? null, database.command('audit', name));
}

/**
 * The closing sentence of a run for which nothing was left to count, without a line end: how long counting took before.
 *
 * @param ledger holds every subproblem.
 */
function countedBeforeSentence(result: CountResult, ledger: Ledger, color: boolean): string {
  const { n, count, subproblems, algorithm, agreement } = result;
  let milliseconds = 0;
  for (const partial of ledger.finished()) milliseconds += partial.milliseconds;
  const before = `${plural(subproblems, 'subproblem')} counted before, in ${formatSeconds(milliseconds / 1000)} of counting`;
  return `${plural(n, 'queen')}: ${plural(count, 'solution')} from ${before} (${algorithm}); ${verdictOn(agreement, color)}.`;
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
