import { countPlan } from '../count/count.js';
import { resolveThreads } from '../executors/threads.js';
import { choosePlan } from '../plan/choose-plan.js';
import { isColored, type When } from '../terminal/terminal.js';
import { withProgress } from '../terminal/with-progress.js';
import { announceLongCount } from './announce-long-count.js';

/** What the commands that count on the way take from the command line for it. */
export interface CountAllArguments {
  readonly threads: number | undefined;
  readonly quiet: boolean;
  readonly progress: When;
  readonly color: When;
}

/** Counts all solutions of n queens as `queens-par <n>` does, with its progress on stderr. */
export async function countAll(n: number, args: CountAllArguments): Promise<bigint> {
  const threads = resolveThreads(args.threads);
  const plan = choosePlan(n, threads);
  // There is nothing to keep it in: no hint at a checkpoint.
  const circumstances = { ...threads, kernel: 'fast', isKept: true } as const;
  if (!args.quiet) await announceLongCount(plan, circumstances);
  const display = { ...args, color: isColored(process.stderr, args.color) };
  const result = await withProgress(display, (running) => countPlan(plan, { ...threads, ...running }));
  return result.count;
}
