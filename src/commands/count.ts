/** `queens-par <n>`: counts n queens, or one part of the count, and prints the result. */
import { existsSync } from 'node:fs';
import type { Arguments } from '../cli/commands.js';
import {
  type CountResult,
  countPlan,
  type ExecutionOptions,
  fillLedger,
  type OpenCount,
  openCount,
} from '../count/count.js';
import { UsageError } from '../errors/errors.js';
import { type ResolvedThreads, resolveThreads } from '../executors/threads.js';
import { type Ledger, remainingOf } from '../ledger/ledger.js';
import { type Part, partName, partOf } from '../plan/part.js';
import type { Share } from '../plan/plan.js';
import { Run } from '../runs/run.js';
import { sameCommand } from '../terminal/interruption.js';
import { print, terminal } from '../terminal/standard-streams.js';
import { isColored, logMessage } from '../terminal/terminal.js';
import { formatSeconds } from '../text/durations.js';
import { formatCount, plural } from '../text/numbers.js';
import { unquoted } from '../text/quoted.js';
import { asJson } from '../text/tables.js';
import { closingSentence, nameOf } from './closing.js';
import { announce, watched } from './watched-count.js';

/** The arguments, with the resolved number of threads, which both counts of --verify use. */
type CountArguments = Omit<Arguments<'count'>, 'threads'> & {
  readonly threads: ResolvedThreads;
  readonly title?: string;
};

/** Counts n queens, or a part of the count. Sets the exit code to 1 if the count differs from the published one. */
export async function count(given: Arguments<'count'>): Promise<void> {
  const args = { ...given, threads: resolveThreads(given.threads) };
  const { repair, drop, checkpoint = args.out ?? '' } = args;
  if ((repair || drop) && !existsSync(checkpoint)) {
    throw new UsageError(`there is no file ${unquoted(checkpoint)} to ${repair ? 'repair' : 'drop counts from'}`);
  }
  const opened = await open(args);
  try {
    if (args.part) await countPart(args, args.part, opened);
    else if (args.verify) await countTwice(args, opened);
    else printResult(args, await countPlanOf(args, opened));
  } finally {
    await opened.close();
  }
}

/** Opens the ledger: in memory, or in the file of --checkpoint or --out. */
async function open(args: CountArguments): Promise<OpenCount> {
  const { n, part, repair, drop, planOf } = args;
  const warn = (text: string) => print(2, `${text}\n`);
  const log = args.quiet ? () => {} : warn;
  const like = planOf === undefined ? undefined : (await import('../ledger/read.js')).planOfFile(planOf);
  const options = { ...args, ...args.threads };
  return openCount({ n, options, part, like }, args.out ?? args.checkpoint, { repair, drop, log, warn });
}

function countPlanOf(args: CountArguments, opened: OpenCount, slowdown?: number): Promise<CountResult> {
  const { plan, ledger } = opened;
  return countWatched(args, plan, ledger, (options) => countPlan(plan, ledger, options), slowdown);
}

/** Prints the result of a count. @param verified the second count, if there was one. */
function printResult(args: CountArguments, result: CountResult, verified?: CountResult): void {
  print(1, args.json ? countAsJson(result, verified) : `${result.count}\n`);
  const differs = result.agreement === 'differs';
  if (differs) process.exitCode = 1;
  if (!differs && args.quiet) return;
  print(2, `${closingSentence(result, isColored(terminal(2)), verified)}\n`);
}

/** Formats the result as one JSON object. */
export function countAsJson(result: CountResult, verified?: CountResult): string {
  const second = verified && { algorithm: verified.algorithm, kernel: verified.kernel, seconds: verified.seconds };
  return asJson('count/1', { ...result, verified: second });
}

/**
 * Counts twice, the second time with another algorithm or kernel. If the first count has a checkpoint, so does the
 * second. The first total is printed when it is known, and again if the second count fails.
 */
async function countTwice(args: CountArguments, first: OpenCount): Promise<void> {
  const { otherWay, VerificationError, verify } = await import('../count/verify.js');
  const checkpoint = args.checkpoint && `${args.checkpoint}.verify`;
  const onlyForFirst = { depth: undefined, memory: undefined, planOf: undefined, drop: undefined };
  const way = otherWay({ n: args.n, algorithm: first.plan.algorithm, kernel: args.kernel });
  const again = { ...args, ...onlyForFirst, ...way, checkpoint, title: 'verification, ' };
  const second = await open(again);
  try {
    const counts = [
      { ...args, left: remainingOf(first.plan, first.ledger) },
      { ...again, left: remainingOf(second.plan, second.ledger) },
    ];
    const [slowdown, slowdownAgain] = await announce(counts, { ...args, suggestCheckpoint: checkpoint === undefined });
    const result = await countPlanOf(args, first, slowdown);
    const total = `${plural(args.n, 'queen')}: ${plural(result.count, 'solution')} (${result.algorithm})`;
    if (!args.quiet) print(2, `${total}, to be verified by ${nameOf(way)}.\n`);
    try {
      const { plan, ledger } = second;
      const task = (options: ExecutionOptions) => verify(result, plan, ledger, options);
      printResult(args, result, await countWatched(again, plan, ledger, task, slowdownAgain));
    } catch (error) {
      if (!(error instanceof VerificationError)) logMessage(`${total}, not verified`);
      throw error;
    }
  } finally {
    await second.close();
  }
}

/** Counts a part and writes its file. A part has no total, so nothing is printed on stdout except with --json. */
async function countPart(args: CountArguments, part: Part, { plan, ledger }: OpenCount): Promise<void> {
  const share = partOf(plan, part);
  const filling = await countWatched(args, share, ledger, (options) =>
    fillLedger(new Run(share, ledger, options), options),
  );
  const { n, algorithm, hash: planHash } = plan;
  const subproblems = share.subproblems.length;
  const about = { n, part: partName(part), algorithm, subproblems, planHash, kernel: args.kernel };
  if (args.json) print(1, asJson('part/1', { ...about, ...filling }));
  if (args.quiet) return;
  const { resumed, threads, seconds } = filling;
  const before = resumed > 0 ? ` (${formatCount(resumed)} of them before)` : '';
  const how = `in ${formatSeconds(seconds)} on ${plural(threads, 'thread')} (${algorithm})`;
  const empty = ` is empty: the plan has ${plural(plan.subproblems.length, 'subproblem')}`;
  const counted = `: ${plural(subproblems, 'subproblem')} counted${before} ${how}`;
  print(2, `${plural(n, 'queen')}, part ${partName(part)}${subproblems === 0 ? empty : counted}.\n`);
}

/** Counts the subproblems of a share that are not in its ledger. After an interruption, prints how to resume. */
function countWatched<T>(
  { checkpoint, out, ...args }: CountArguments,
  share: Share,
  ledger: Ledger,
  task: (options: ExecutionOptions) => Promise<T>,
  slowdown?: number,
): Promise<T> {
  const isSaved = (out ?? checkpoint) !== undefined;
  const advice = isSaved
    ? `resume with: ${sameCommand()}`
    : 'nothing was saved; add --checkpoint FILE to keep finished work';
  return watched(remainingOf(share, ledger), { ...args, suggestCheckpoint: !isSaved, advice, slowdown }, task);
}
