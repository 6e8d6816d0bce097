import type { Database } from '../../../cluster/connection/database.js';
import { importResults } from '../../../cluster/tables/insertion.js';
import { openRun } from '../../../cluster/tables/runs.js';
import { type CoordinatorSetup, type CountedRun, countRun, queueRun } from '../../../cluster/work/coordinator.js';
import { planForCluster } from '../../../cluster/work/jobs.js';
import { compareWithKnown } from '../../../core/board/known-counts.js';
import type { WatchOptions } from '../../../core/count/count-task.js';
import { pickPlanOptions } from '../../../core/plan/choose-plan.js';
import { deriveExpectedPlan } from '../../../core/plan/plan-mismatch.js';
import { takeSteps } from '../../../core/plan/steps.js';
import { assertSamePlan } from '../../../core/results/header.js';
import { collect, type Results } from '../../../core/results/results.js';
import { formatSeconds } from '../../../core/text/durations.js';
import { plural } from '../../../core/text/numbers.js';
import { runInterruptible, sameCommand } from '../../../node/terminal/interruption.js';
import { isColored, logMessage, printLine } from '../../../node/terminal/terminal.js';
import { countAsJson, formatEarlierCounts, formatVerdict, printOutcome } from '../../counting/closing.js';
import { setDeadline } from '../../counting/deadline.js';
import { watchCount } from '../../counting/watched-count.js';
import type { Arguments } from '../../options/commands.js';
import { formatClusterCommand, formatStartCommand } from '../../sources/remedies.js';
import { openFile, withCluster } from '../../sources/sources.js';

/** `queens-par cluster start`: fills the queue, waits for all results, and prints the total. */
export async function startRun(args: Arguments<'cluster start'>): Promise<void> {
  const earlier = args.from === undefined ? undefined : await readEarlierResults(args, args.from);
  await runInterruptible((signal) => {
    setDeadline(signal, false);
    const onOutage = logMessage; // even with --quiet, because a silent wait would look like a hang
    const options = { databaseFile: args.databaseFile, signal, onOutage, onUpgrade: logMessage };
    return withCluster(options, async (connect) => startWith(await connect(), args, signal, earlier));
  });
}

/** Reads the --from file. @throws UsageError if it is for another board or has other plan options; LedgerFileError */
async function readEarlierResults(args: Arguments<'cluster start'>, file: string): Promise<Results> {
  const stored = openFile(file);
  assertSamePlan(file, { ...stored.header, part: undefined }, deriveExpectedPlan(args.n, pickPlanOptions(args)));
  return collect(stored);
}

async function startWith(
  database: Database,
  args: Arguments<'cluster start'>,
  signal: AbortSignal,
  earlier: Results | undefined,
): Promise<void> {
  const { n, from, quiet, databaseFile } = args;
  const options = pickPlanOptions(args);
  const expected = earlier ? undefined : deriveExpectedPlan(n, options);
  const plan = earlier?.plan ?? (await takeSteps(planForCluster(n, options), signal));
  const run = await openRun(database, plan, expected, args.run);
  if (earlier && from !== undefined) {
    const added = await importResults(database, run, earlier, from);
    if (!quiet) printLine(`Run ${run.name}: ${plural(added, 'subproblem')} imported from ${from}.`);
  }
  signal.throwIfAborted();
  const log = quiet ? () => {} : logMessage;
  const work = formatClusterCommand(databaseFile, 'cluster', 'work');
  const onIdle = () => log(`no worker of this version is running; start one with: ${work}`);
  const setup = { database, run, log, onIdle };
  if (args.detach) {
    const sentence = await detach(setup, databaseFile);
    if (!quiet) printLine(sentence);
    return;
  }
  const advice = `the workers continue with the queued jobs; resume with: ${sameCommand()}`;
  const counting = { count: (watch: WatchOptions) => countRun(setup, watch) };
  const counted = await watchCount(counting, { quiet, progress: args.progress, advice });
  const { result } = counted;
  const differs = result.agreement === 'differs';
  const text = args.json ? countAsJson(result) : `${result.count}\n`;
  printOutcome(text, formatClosing(counted, isColored(process.stderr)), { differs, quiet });
  const audit = formatClusterCommand(databaseFile, 'audit', `run:${run.name}`, '--sample', '100%');
  if (differs) logMessage(`a worker miscounted; find it with: ${audit}`);
}

/** Fills the queue without waiting for results. @returns the sentence to print. */
async function detach(setup: CoordinatorSetup, databaseFile: string | undefined): Promise<string> {
  const { name, plan } = setup.run;
  const result = await queueRun(setup);
  const start = formatStartCommand({ n: plan.n, name }, databaseFile);
  if (typeof result === 'number')
    return `Run ${name}: ${plural(result, 'subproblem')} in the queue; print the total with: ${start}`;
  const agreement = compareWithKnown(plan.n, result.count);
  if (agreement === 'differs') process.exitCode = 1;
  return `Run ${name} is complete: ${plural(result.count, 'solution')}; ${formatVerdict(agreement, false)}.`;
}

/** Formats the closing sentence. It shows the thread time, because wall-clock time includes waiting for workers. */
function formatClosing({ result, threadSeconds }: CountedRun, color: boolean): string {
  const { n, count, subproblems, algorithm, agreement, resumed } = result;
  const earlier = formatEarlierCounts(resumed, subproblems);
  const how = `in ${formatSeconds(threadSeconds)} of thread time (${algorithm}${earlier})`;
  return `${plural(n, 'queen')}: ${plural(count, 'solution')} ${how}; ${formatVerdict(agreement, color)}.`;
}
