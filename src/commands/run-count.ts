import { type CountResult, countPlan } from '../count.js';
import type { RunOptions } from '../fill-ledger.js';
import { unfinished } from '../ledger/ledger.js';
import { shareOf } from '../plan/plan.js';
import { closingSentence, countAsJson } from '../report/closing.js';
import { isColored } from '../report/terminal.js';
import { UsageError } from '../usage-error.js';
import { announceLongCount } from './announce-long-count.js';
import type { CountArguments } from './count-arguments.js';
import { openRunLedger, type RunLedger } from './run-ledger.js';
import { sameCommand } from './same-command.js';
import { withProgress } from './with-progress.js';

/** Counts, or counts a part, and prints the result. */
export async function runCount(args: CountArguments): Promise<void> {
  refuseCombinations(args);
  const run = await openRunLedger(args);
  try {
    if (args.part) await (await import('./run-part.js')).runPart(args, args.part, run);
    else await runWhole(args, run);
  } finally {
    run.close();
  }
}

function refuseCombinations({ part, out, checkpoint, repair, verify, planOf }: CountArguments): void {
  if (part && !out) throw new UsageError('--part needs --out FILE, to write its counts to');
  if (out && !part) throw new UsageError('--out is for --part; a whole count has --checkpoint FILE');
  if (part && checkpoint) throw new UsageError('--part has no --checkpoint: the file of --out is one');
  if (part && verify) throw new UsageError('--verify is for whole counts; a part can be checked by queens-par audit');
  const file = out ?? checkpoint;
  if (repair && !file) throw new UsageError('--repair needs the file, as --checkpoint FILE');
  if (planOf && !file) throw new UsageError('--plan-of is for counting into a file: --checkpoint FILE, or --part');
}

async function runWhole({ quiet, json, kernel, threads = 0, ...args }: CountArguments, run: RunLedger): Promise<void> {
  const color = isColored(process.stderr, args.color);
  const display = { progress: args.progress, quiet, color };
  if (!quiet) {
    const left = shareOf(run.plan, unfinished(run.plan.subproblems, run.ledger));
    await announceLongCount(left, { threads, kernel, isKept: args.checkpoint !== undefined });
  }

  const afterwards = args.checkpoint
    ? `resume with: ${sameCommand()}`
    : 'nothing of it is kept, but --checkpoint FILE would';
  const result = await withProgress({ ...display, afterwards }, (running) =>
    countPlan(run.plan, { threads, kernel, ...running }, run.ledger),
  );
  const verified = args.verify
    ? await withProgress({ ...display, afterwards }, (running) => verifyLoudly(result, { threads, ...running }, quiet))
    : undefined;

  process.stdout.write(`${json ? countAsJson(result, verified) : result.count}\n`);
  const differs = result.agreement === 'differs';
  if (differs) process.exitCode = 1;
  if (differs || !quiet) process.stderr.write(`${closingSentence(result, color, verified)}\n`);
}

async function verifyLoudly(result: CountResult, options: RunOptions, quiet: boolean): Promise<CountResult> {
  const { verificationPlan, verify } = await import('../verification.js');
  const { plan, kernel } = verificationPlan(result, options.threads);
  if (!quiet) await announceLongCount(plan, { threads: options.threads ?? 0, kernel, isKept: true });
  return verify(result, plan, { ...options, kernel });
}
