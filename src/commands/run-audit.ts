import { randomInt } from 'node:crypto';
import type { KernelKind } from '../../workers/kernels.js';
import { audit, sampleOf } from '../audit.js';
import { loadLedgerFile } from '../ledger/load.js';
import { shareOf } from '../plan/plan.js';
import { auditAsJson, auditSentence, disagreementLine } from '../report/audit.js';
import { isColored, type When } from '../report/terminal.js';
import { resolveThreads } from '../threads.js';
import { UsageError } from '../usage-error.js';
import { announceLongCount } from './announce-long-count.js';
import type { SampleSize } from './audit.js';
import { withProgress } from './with-progress.js';

export interface AuditArguments {
  readonly file: string;
  readonly sample: SampleSize;
  readonly seed: number | undefined;
  readonly threads: number | undefined;
  readonly kernel: KernelKind;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly progress: When;
  readonly color: When;
}

/** Counts a sample again and prints what came of it. Sets the exit code to 1 if a count was not the same. */
export async function runAudit({ file, kernel, quiet, json, progress, ...args }: AuditArguments): Promise<void> {
  const { plan, ledger } = loadLedgerFile(file);
  const finished = [...plan.subproblems].filter(({ id }) => ledger.get(id) !== undefined);
  if (finished.length === 0) throw new UsageError(`${file} holds no finished subproblem to audit`);
  const seed = args.seed ?? randomInt(2 ** 32);
  const sample = sampleOf(finished, sizeOf(args.sample, finished.length), seed);

  const threads = resolveThreads(args.threads ?? 0);
  if (!quiet) await announceLongCount(shareOf(plan, sample), { threads, kernel, isKept: true });
  const display = { progress, quiet, color: isColored(process.stderr, args.color) };
  const found = await withProgress(display, (running) => audit(plan, ledger, sample, { threads, kernel, ...running }));

  const { n, algorithm, subproblems } = plan;
  const result = { file, n, algorithm, kernel, seed, subproblems: subproblems.length, finished: finished.length };
  process.stdout.write(`${json ? auditAsJson({ ...result, ...found }) : auditSentence({ ...result, ...found })}\n`);
  for (const disagreement of found.disagreements) process.stderr.write(`${disagreementLine(disagreement)}\n`);
  if (found.disagreements.length > 0) process.exitCode = 1;
}

function sizeOf(size: SampleSize, finished: number): number {
  return 'percent' in size ? Math.ceil((finished * size.percent) / 100) : size.subproblems;
}
