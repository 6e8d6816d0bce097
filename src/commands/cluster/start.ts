import { compareWithKnown } from '../../board/known-counts.js';
import type { Arguments } from '../../cli/commands.js';
import { type CoordinatorSetup, type CountedRun, countRun, queueRun } from '../../cluster/coordinator.js';
import type { Database } from '../../cluster/database.js';
import { importResults } from '../../cluster/results.js';
import { openRun, startCommand } from '../../cluster/runs.js';
import type { WatchOptions } from '../../count/count-task.js';
import { refuseOther } from '../../ledger/header.js';
import { collect, type Results } from '../../ledger/results.js';
import { chooseAlgorithm, choosePlan, type PlanOptions, pickPlanOptions } from '../../plan/choose-plan.js';
import { makeExpectedPlan } from '../../plan/differences.js';
import { runInterruptible, sameCommand } from '../../terminal/interruption.js';
import { isColored, logMessage } from '../../terminal/terminal.js';
import { formatSeconds } from '../../text/durations.js';
import { plural } from '../../text/numbers.js';
import { earlierCounts, verdictOn } from '../closing.js';
import { countAsJson } from '../count.js';
import { openFile, withCluster } from '../sources.js';
import { watched } from '../watched-count.js';
import { setDeadline } from './deadline.js';

/** `queens-par cluster start`: fills the queue, waits until all results are there, and prints the total. */
export async function startRun(args: Arguments<'cluster start'>): Promise<void> {
  const earlier = args.from === undefined ? undefined : await resultsToTakeOver(args, args.from);
  await runInterruptible((signal) => {
    setDeadline(signal, false);
    const onOutage = logMessage; // also with --quiet, because waiting silently would look like a hang
    const options = { databaseFile: args.databaseFile, connections: 3, signal, onOutage };
    return withCluster(options, async (connect) => startWith(await connect(), args, signal, earlier));
  });
}

/** Reads the file of --from. @throws UsageError if it is for another board or other options; errors of the file. */
async function resultsToTakeOver(args: Arguments<'cluster start'>, file: string): Promise<Results> {
  const stored = openFile(file);
  refuseOther(file, { ...stored.header, part: undefined }, makeExpectedPlan(args.n, pickPlanOptions(args)));
  return collect(stored);
}

async function startWith(
  database: Database,
  args: Arguments<'cluster start'>,
  signal: AbortSignal,
  earlier: Results | undefined,
): Promise<void> {
  const { n, from, quiet } = args;
  const options = pickPlanOptions(args);
  const expected = earlier ? undefined : makeExpectedPlan(n, options);
  const plan = earlier?.plan ?? choosePlan(n, { ...options, threads: threadsFor(n, options) });
  const run = await openRun(database, plan, expected, args.run);
  if (earlier && from !== undefined) {
    const added = await importResults(database, run, earlier, from);
    if (!quiet) process.stderr.write(`Run ${run.name}: ${plural(added, 'subproblem')} taken from ${from}.\n`);
  }
  const { openQueue } = await import('../../cluster/queue.js');
  const queue = await openQueue(database);
  database.hasWorked = true;
  try {
    signal.throwIfAborted();
    const log = quiet ? () => {} : logMessage;
    if (args.detach) {
      const sentence = await detach({ database, queue, run, log });
      if (!quiet) process.stderr.write(`${sentence}\n`);
      return;
    }
    const advice = `the workers continue with the queued jobs; resume with: ${sameCommand()}`;
    const counting = { finish: (watch: WatchOptions) => countRun({ database, queue, run, log }, watch) };
    const counted = await watched(counting, { quiet, progress: args.progress, advice });
    const { result } = counted;
    process.stdout.write(args.json ? countAsJson(result) : `${result.count}\n`);
    const differs = result.agreement === 'differs';
    if (differs) process.exitCode = 1;
    if (differs || !quiet) process.stderr.write(`${closingText(counted, isColored(process.stderr))}\n`);
    if (differs)
      logMessage(`a worker miscounted; ${database.command('audit', `run:${run.name}`, '--sample', '100%')} finds it`);
  } finally {
    await queue.close();
  }
}

/**
 * Returns the number of threads to plan for, enough for most clusters. For `meet` at n = 18, a plan for 64 threads
 * takes twice as much work as a plan for two. At n = 20, it takes a tenth more.
 */
function threadsFor(n: number, options: PlanOptions): number {
  return n < 20 && chooseAlgorithm(n, options) === 'meet' ? 8 : 64;
}

/** Fills the queue without waiting. @returns the sentence to print. */
async function detach(setup: CoordinatorSetup): Promise<string> {
  const { name, plan } = setup.run;
  const result = await queueRun(setup);
  const start = startCommand(setup.database, { n: plan.n, name });
  if (typeof result === 'number')
    return `Run ${name}: ${plural(result, 'subproblem')} in the queue; ${start} prints the total.`;
  const agreement = compareWithKnown(plan.n, result.count);
  if (agreement === 'differs') process.exitCode = 1;
  return `Run ${name} is complete, with ${plural(result.count, 'solution')}; ${verdictOn(agreement, false)}.`;
}

/** Returns the closing sentence. It has the thread time; wall-clock time would include waiting for workers. */
function closingText({ result, threadSeconds }: CountedRun, color: boolean): string {
  const { n, count, subproblems, algorithm, agreement, resumed } = result;
  const how = `in ${formatSeconds(threadSeconds)} of thread time (${algorithm}${earlierCounts(resumed, subproblems)})`;
  return `${plural(n, 'queen')}: ${plural(count, 'solution')} ${how}; ${verdictOn(agreement, color)}.`;
}
