import { fillLedger } from '../count/fill-ledger.js';
import { resolveThreads } from '../executors/threads.js';
import { unfinished } from '../ledger/ledger.js';
import { type Part, partName, partOf } from '../plan/part.js';
import { shareOf } from '../plan/plan.js';
import { partAsJson, partSentence } from '../report/part.js';
import { isColored } from '../terminal/terminal.js';
import { withProgress } from '../terminal/with-progress.js';
import { announceLongCount } from './announce-long-count.js';
import type { CountArguments } from './count-arguments.js';
import type { RunLedger } from './run-ledger.js';
import { sameCommand } from './same-command.js';

/** Counts a part into its file. Its sum is no result by itself: stdout stays empty, but for --json. */
export async function runPart(args: CountArguments, part: Part, { plan, ledger }: RunLedger): Promise<void> {
  const { kernel, quiet, progress, json } = args;
  const threads = resolveThreads(args.threads);
  const share = partOf(plan, part);
  const left = shareOf(plan, unfinished(share.subproblems, ledger));
  if (!quiet) await announceLongCount(left, { ...threads, kernel, isKept: true });

  const display = { progress, quiet, color: isColored(process.stderr, args.color) };
  const filling = await withProgress({ ...display, afterwards: `resume with: ${sameCommand()}` }, (running) =>
    fillLedger(share, ledger, { ...threads, kernel, ...running }),
  );
  const { n, algorithm, hash: planHash } = plan;
  const result = { n, part: partName(part), algorithm, subproblems: share.subproblems.length, planHash, ...filling };
  if (json) process.stdout.write(`${partAsJson(result)}\n`);
  if (!quiet) process.stderr.write(`${partSentence(result)}\n`);
}
