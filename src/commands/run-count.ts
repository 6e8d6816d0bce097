import { type CountResult, countPlan } from '../count/count.js';
import type { ExecutionOptions } from '../count/fill-ledger.js';
import { UsageError } from '../errors/errors.js';
import { resolveThreads } from '../executors/threads.js';
import { unfinished } from '../ledger/ledger.js';
import { shareOf } from '../plan/plan.js';
import { closingSentence, countAsJson } from '../report/closing.js';
import { isColored } from '../terminal/terminal.js';
import { withProgress } from '../terminal/with-progress.js';
import { announceLongCount } from './announce-long-count.js';
import type { CountArguments } from './count-arguments.js';
import { openRunLedger, type RunLedger } from './run-ledger.js';
import { sameCommand } from './same-command.js';

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

async function runWhole(args: CountArguments, run: RunLedger): Promise<void> {
  const { json, quiet } = args;
  const color = isColored(process.stderr, args.color);
  const result = await countLoudly(args, run, (options) => countPlan(run.plan, options, run.ledger));
  const verified = args.verify ? await verifyLoudly(args, result) : undefined;

  process.stdout.write(`${json ? countAsJson(result, verified) : result.count}\n`);
  const differs = result.agreement === 'differs';
  if (differs) process.exitCode = 1;
  if (differs || !quiet) process.stderr.write(`${closingSentence(result, color, verified)}\n`);
}

/** Counts with a forecast before, progress meanwhile, and, if it is stopped, the way to go on. */
async function countLoudly(
  { checkpoint, kernel, quiet, progress, color, ...args }: CountArguments,
  { plan, ledger }: RunLedger,
  count: (options: ExecutionOptions) => Promise<CountResult>,
): Promise<CountResult> {
  const threads = resolveThreads(args.threads);
  if (!quiet) {
    const left = shareOf(plan, unfinished(plan.subproblems, ledger));
    await announceLongCount(left, { ...threads, kernel, isKept: checkpoint !== undefined });
  }
  const afterwards = checkpoint
    ? `resume with: ${sameCommand()}`
    : 'nothing of it is kept, but --checkpoint FILE would';
  const display = { progress, quiet, color: isColored(process.stderr, color), afterwards };
  return withProgress(display, (running) => count({ ...threads, kernel, ...running }));
}

/** Counts a second time, into a checkpoint of its own if the first count has one. */
async function verifyLoudly(args: CountArguments, first: CountResult): Promise<CountResult> {
  const { otherWay, verify } = await import('../count/verify.js');
  const checkpoint = args.checkpoint && `${args.checkpoint}.verify`;
  const asked = { depth: undefined, memory: undefined, planOf: undefined, drop: undefined }; // of the first count
  const again: CountArguments = { ...args, ...asked, ...otherWay(first), checkpoint };
  const run = await openRunLedger(again);
  try {
    return await countLoudly(again, run, (options) => verify(first, run.plan, options, run.ledger));
  } finally {
    run.close();
  }
}
