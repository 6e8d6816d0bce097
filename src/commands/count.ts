/** `queens-par <n>`: counts, or counts a part into a file, and prints the result. */
import type { Arguments } from '../cli/commands.js';
import { type CountResult, countPlan } from '../count/count.js';
import { type ExecutionOptions, fillLedger, type LocalFilling } from '../count/fill-ledger.js';
import { type ResolvedThreads, resolveThreads } from '../executors/threads.js';
import { type Ledger, unfinished } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { choosePlan } from '../plan/choose-plan.js';
import { type Part, partName, partOf } from '../plan/part.js';
import { type Plan, type Share, shareOf } from '../plan/plan.js';
import type { Algorithm } from '../plan/subproblem.js';
import { sameCommand } from '../terminal/interruption.js';
import { print, standardError } from '../terminal/standard-streams.js';
import { isColored } from '../terminal/terminal.js';
import { closingSentence } from '../text/closing.js';
import { formatSeconds } from '../text/durations.js';
import { formatCount, plural } from '../text/numbers.js';
import type { JsonOf } from './json-schemas.js';
import { watched } from './watched-count.js';

/** The arguments, with the number of threads resolved: a second count has the same. */
type CountArguments = Omit<Arguments<'count'>, 'threads'> & { readonly threads: ResolvedThreads };

/** What is counted, and where finished subproblems are entered. */
interface Opened {
  readonly plan: Plan;
  readonly ledger: Ledger;
  /** Must be called at the end, also after an error. */
  close(): void;
}

/** Counts n queens, or a part of them. Sets the exit code to 1 if the count differs from the published one. */
export async function count(given: Arguments<'count'>): Promise<void> {
  const args = { ...given, threads: resolveThreads(given.threads) };
  const opened = await open(args);
  try {
    if (args.part) await countPart(args, args.part, opened);
    else await countWhole(args, opened);
  } finally {
    opened.close();
  }
}

/** Opens the ledger: in memory, or the file of --checkpoint or --out. */
async function open({
  n,
  checkpoint,
  out,
  part,
  repair,
  drop,
  quiet,
  planOf,
  ...args
}: CountArguments): Promise<Opened> {
  const options = { ...args, ...args.threads };
  const file = out ?? checkpoint;
  if (file === undefined) {
    const plan = choosePlan(n, options);
    return { plan, ledger: new MemoryLedger(plan.subproblems), close() {} };
  }

  function note(text: string): void {
    if (!quiet) print(2, `${text}\n`);
  }
  const { openLedger } = await import('../ledger/open.js'); // it loads the system's locks: not for counts without a file
  const like = planOf === undefined ? undefined : (await import('../ledger/read.js')).planOfFile(planOf);
  const { plan, ledger } = openLedger(file, { n, options, part, like }, { repair, drop, tell: note });
  return { plan, ledger, close: () => ledger.close() };
}

async function countWhole(args: CountArguments, { plan, ledger }: Opened): Promise<void> {
  const result = await countWatched(args, plan, ledger, (options) => countPlan(plan, options, ledger));
  const verified = args.verify ? await countAgain(args, result) : undefined;

  print(1, `${args.json ? countAsJson(result, verified) : result.count}\n`);
  const differs = result.agreement === 'differs';
  if (differs) process.exitCode = 1;
  if (!differs && args.quiet) return;
  print(2, `${closingSentence(result, isColored(standardError(), args.color), verified)}\n`);
}

/**
 * The result as one JSON object. Counts are decimal strings, because a JSON number loses digits past 2^53.
 *
 * @param verified the second count, if there was one; it agrees.
 */
export function countAsJson({ n, count, agreement, work, ...rest }: CountResult, verified?: CountResult): string {
  const decimal = { count: String(count), agreement, work: String(work) };
  const second = verified && { algorithm: verified.algorithm, kernel: verified.kernel, seconds: verified.seconds };
  const output: JsonOf<'count'> = { schema: 'queens-par/count/1', n, ...decimal, ...rest, verified: second };
  return JSON.stringify(output);
}

/** Counts a second time, in another way; into a checkpoint of its own if the first count has one. */
async function countAgain(args: CountArguments, first: CountResult): Promise<CountResult> {
  const { otherWay, verify } = await import('../count/verify.js');
  const checkpoint = args.checkpoint && `${args.checkpoint}.verify`;
  const ofTheFirst = { depth: undefined, memory: undefined, planOf: undefined, drop: undefined };
  const again: CountArguments = { ...args, ...ofTheFirst, ...otherWay(first), checkpoint };
  const { plan, ledger, close } = await open(again);
  try {
    return await countWatched(again, plan, ledger, (options) => verify(first, plan, options, ledger));
  } finally {
    close();
  }
}

/** Counts a part into its file. Its sum is no result by itself: nothing is printed on stdout but for --json. */
async function countPart(args: CountArguments, part: Part, { plan, ledger }: Opened): Promise<void> {
  const share = partOf(plan, part);
  const filling = await countWatched(args, share, ledger, (options) => fillLedger(share, ledger, options));
  const { n, algorithm, hash: planHash } = plan;
  const planned = plan.subproblems.length;
  const result: PartResult = {
    n,
    part: partName(part),
    algorithm,
    subproblems: share.subproblems.length,
    planHash,
    ...filling,
  };
  if (args.json) {
    const output: JsonOf<'count --part'> = { schema: 'queens-par/part/1', ...result };
    print(1, `${JSON.stringify(output)}\n`);
  }
  if (!args.quiet)
    print(2, `${share.subproblems.length > 0 ? partSentence(result) : emptySentence(result, planned)}\n`);
}

interface PartResult extends LocalFilling {
  readonly n: number;
  /** Like 3/16. */
  readonly part: string;
  readonly algorithm: Algorithm;
  readonly subproblems: number;
  readonly planHash: string;
}

/** @param planned how many subproblems the whole plan has. */
function emptySentence({ n, part }: PartResult, planned: number): string {
  return `${plural(n, 'queen')}, part ${part} is empty: the plan has ${plural(planned, 'subproblem')}.`;
}

function partSentence({ n, part, subproblems, resumed, threads, seconds, algorithm }: PartResult): string {
  const before = resumed > 0 ? ` (${formatCount(resumed)} of them before)` : '';
  const how = `in ${formatSeconds(seconds)} on ${plural(threads, 'thread')} (${algorithm})`;
  return `${plural(n, 'queen')}, part ${part}: ${plural(subproblems, 'subproblem')} counted${before} ${how}.`;
}

/** Counts what a ledger lacks of a share; if it is interrupted, the user is told how to resume. */
function countWatched<T>(
  { checkpoint, out, ...args }: CountArguments,
  share: Share,
  ledger: Ledger,
  task: (options: ExecutionOptions) => Promise<T>,
): Promise<T> {
  const isKept = (out ?? checkpoint) !== undefined;
  const howToGoOn = isKept ? `resume with: ${sameCommand()}` : 'nothing was saved; with --checkpoint FILE it is';
  const left = shareOf(share, unfinished(share.subproblems, ledger));
  return watched(left, { ...args, canBeKept: !isKept, howToGoOn }, task);
}
