import { count } from '../count.js';
import { isColored, type When } from '../report/terminal.js';
import { withProgress } from './with-progress.js';

/** What the commands that count on the way take from the command line for it. */
export interface CountAllArguments {
  readonly threads: number | undefined;
  readonly quiet: boolean;
  readonly progress: When;
  readonly color: When;
}

/** Counts all solutions of n queens as `queens-par <n>` does, with its progress on stderr. */
export async function countAll(n: number, { threads, ...args }: CountAllArguments): Promise<bigint> {
  const display = { ...args, color: isColored(process.stderr, args.color) };
  const result = await withProgress(display, (running) => count(n, { threads, ...running }));
  return result.count;
}
