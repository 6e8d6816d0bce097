// src/cli/commands contains a file for each command. The command's function takes the parsed arguments, does the work,
// and prints the result. This file is for `queens-par <n>`, which counts the solutions for n queens or one part.

import { existsSync } from 'node:fs';
import type { CountResult, CountStats } from '../../core/count/count-task.js';
import { OperationalError, UsageError } from '../../core/errors/errors.js';
import { algorithmsFor } from '../../core/plan/choose-plan.js';
import { type Part, partName } from '../../core/plan/part.js';
import { formatSeconds } from '../../core/text/durations.js';
import { asJson } from '../../core/text/json.js';
import { formatCount, plural } from '../../core/text/numbers.js';
import { escaped } from '../../core/text/quoted.js';
import type { LocalCountTask } from '../../node/count/local-count-task.js';
import { defaultKernel, type Machine } from '../../node/machine/machine.js';
import { sameCommand } from '../../node/terminal/interruption.js';
import { isColored, logMessage, printLine } from '../../node/terminal/terminal.js';
import { countAsJson, describeWay, formatClosingSentence, formatThreads, printOutcome } from '../counting/closing.js';
import { openCount } from '../counting/open-count.js';
import { type DisplayOptions, prepare, watchCount, watchResult } from '../counting/watched-count.js';
import { inspectFor } from '../counting/wide-kernel.js';
import type { Arguments } from '../options/commands.js';

/** Counts n queens or one part of the plan. Sets the exit code to 1 if the count differs from the published one. */
export async function countSolutions(args: Arguments<'count'>): Promise<void> {
  const { n, repair, drop, quiet, verify } = args;
  const checkpoint = args.out ?? args.checkpoint;
  if ((repair || drop) && !existsSync(checkpoint ?? '')) {
    throw new UsageError(`there is no file ${escaped(checkpoint ?? '')} to ${repair ? 'repair' : 'drop results from'}`);
  }
  const log = quiet ? () => {} : printLine;
  const first = await openCount(n, { ...args, checkpoint, log }, args, inspectFor(args));
  let second: LocalCountTask | undefined;
  try {
    if (verify) second = await openSecond(args, first, log);
    await finish(args, first, second);
  } finally {
    await Promise.all([first.close(), second?.close()]);
  }
}

/** Opens the second count for --verify, with another algorithm or kernel. It has a checkpoint if the first one does. */
function openSecond(args: Arguments<'count'>, first: LocalCountTask, log: typeof printLine): Promise<LocalCountTask> {
  const { n, repair } = args;
  const { plan, fit, machine } = first;
  const way = chooseOtherWay({ n, algorithm: plan.algorithm, kernel: fit.kernel }, machine);
  const checkpoint = args.checkpoint && `${args.checkpoint}.verify`;
  return openCount(n, { ...way, checkpoint, repair, log }, args, machine);
}

/** Finishes a count, then its verification, and prints the result. */
async function finish(args: Arguments<'count'>, first: LocalCountTask, second?: LocalCountTask): Promise<void> {
  const display = chooseDisplay(args);
  prepare(second ? [first, second] : [first], display);
  if (!args.part) {
    const result = await watchResult(first, display);
    const verified = second && (await verify(result, second, display));
    return printResult(args, result, verified);
  }
  printPart(args, args.part, first, await watchCount(first, display));
}

/**
 * Finishes the second count of a board. Prints the first total beforehand, and again if the second count fails.
 *
 * @throws OperationalError if the totals differ.
 */
async function verify(first: CountResult, second: LocalCountTask, display: DisplayOptions): Promise<CountResult> {
  const total = `${plural(first.n, 'queen')}: ${plural(first.count, 'solution')} (${first.algorithm})`;
  const way = describeWay({ algorithm: second.plan.algorithm, kernel: second.fit.kernel });
  if (!display.quiet) process.stderr.write(`${total}, to be verified by ${way}.\n`);
  const verified = await watchResult(second, { ...display, title: 'verification, ' }).catch((error) => {
    logMessage(`${total}, not verified`);
    throw error;
  });
  assertSameCount(first, verified);
  return verified;
}

/** Chooses how to display a count, and the advice after an interruption. */
function chooseDisplay({ quiet, progress, ...files }: Arguments<'count'>): DisplayOptions {
  const isSaved = (files.out ?? files.checkpoint) !== undefined;
  const advice = isSaved
    ? `resume with: ${sameCommand()}`
    : 'nothing was saved; next time, add --checkpoint FILE to keep finished work';
  return { quiet, progress, advice, suggestCheckpoint: !isSaved };
}

function printResult(args: Arguments<'count'>, result: CountResult, verified?: CountResult): void {
  const { json, quiet, threads, checkpoint } = args;
  const text = json ? countAsJson(result, verified) : `${result.count}\n`;
  const closing = formatClosingSentence(result, isColored(process.stderr), threads, checkpoint, verified);
  printOutcome(text, closing, { differs: result.agreement === 'differs', quiet });
}

type Way = Pick<CountResult, 'algorithm' | 'kernel'>;

/**
 * Chooses an independent way to count n queens: another algorithm or, if there is none for n, another kernel of the
 * same algorithm.
 */
export function chooseOtherWay(
  { n, algorithm, kernel }: Way & Pick<CountResult, 'n'>,
  machine: Pick<Machine, 'hasSimd'>,
): Way {
  const other = algorithmsFor(n).find((candidate) => candidate !== algorithm);
  if (other) return { algorithm: other, kernel: defaultKernel(machine) };
  return { algorithm, kernel: kernel === 'reference' ? 'fast' : 'reference' };
}

/** Compares two counts of n queens. @throws OperationalError with both counts if they differ. */
export function assertSameCount(first: CountResult, second: CountResult): void {
  if (second.count === first.count) return;
  const counts = [first, second].map(({ count, algorithm, kernel }) => `${count} (${algorithm}, ${kernel} kernel)`);
  const cause = first.resumed + second.resumed > 0 ? 'A checkpoint, this' : 'This';
  throw new OperationalError(
    `two counts of ${first.n} queens differ: ${counts.join(' and ')}. ${cause} machine or this program is at fault`,
  );
}

/** Prints how a part was counted. Only --json prints to stdout, because a part has no total. */
function printPart(args: Arguments<'count'>, part: Part, counting: LocalCountTask, stats: CountStats): void {
  const { plan, run } = counting;
  const { kernel } = counting.fit;
  const { resumed, threads, seconds } = stats;
  const { n, algorithm, hash: planHash } = plan;
  const subproblems = run.share.subproblems.length;
  const about = { n, part: partName(part), algorithm, subproblems, planHash, kernel, threads, resumed, seconds };
  const before = resumed > 0 ? ` (${formatCount(resumed)} of them earlier)` : '';
  const how = `in ${formatSeconds(seconds)} on ${formatThreads(threads, args.threads)} (${algorithm})`;
  const empty = ` is empty: the plan has ${plural(plan.subproblems.length, 'subproblem')}`;
  const counted = `: ${plural(subproblems, 'subproblem')} counted${before} ${how}`;
  const closing = `${plural(n, 'queen')}, part ${partName(part)}${subproblems === 0 ? empty : counted}.`;
  printOutcome(args.json ? asJson('part/1', about) : '', closing, { differs: false, quiet: args.quiet });
}
