import { randomInt } from 'node:crypto';
import type { KernelKind } from '../../workers/kernels.js';
import type { SampleSize } from '../cli/values.js';
import { type Audit, audit, type Contradictions, sampleOf } from '../count/audit.js';
import { UsageError } from '../errors/errors.js';
import { resolveThreads } from '../executors/threads.js';
import type { Ledger } from '../ledger/ledger.js';
import { type Plan, shareOf } from '../plan/plan.js';
import { auditAsJson, auditSentence, disagreementLine } from '../report/audit.js';
import { isColored, type When } from '../terminal/terminal.js';
import { withProgress } from '../terminal/with-progress.js';
import { announceLongCount } from './announce-long-count.js';

/** How to audit, as the command line says. */
export interface AuditArguments {
  readonly sample: SampleSize;
  readonly seed: number | undefined;
  readonly threads: number | undefined;
  readonly kernel: KernelKind;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly progress: When;
  readonly color: When;
}

/** What to audit, and how. */
interface AuditRequest extends AuditArguments {
  /** How messages name the ledger. */
  readonly source: string;
  readonly plan: Plan;
  readonly ledger: Ledger;
  /** Counts that contradict those of the ledger: these subproblems are counted again beside the sample. */
  readonly contradictions?: Contradictions;
}

/** Counts a sample again and prints what came of it. Sets the exit code to 1 if a count was not the same. */
export async function auditLedger({
  source,
  plan,
  ledger,
  kernel,
  quiet,
  json,
  contradictions,
  ...args
}: AuditRequest): Promise<Audit> {
  const finished = [...plan.subproblems].filter(({ id }) => ledger.has(id));
  if (finished.length === 0) throw new UsageError(`${source} holds no finished subproblem to audit`);
  const seed = args.seed ?? randomInt(2 ** 32);
  const drawn = new Set(sampleOf(finished, sizeOf(args.sample, finished.length), seed));
  for (const subproblem of finished) if (contradictions?.has(subproblem.id)) drawn.add(subproblem);
  const sample = [...drawn];

  const threads = resolveThreads(args.threads);
  if (!quiet) await announceLongCount(shareOf(plan, sample), { ...threads, kernel, isKept: true });
  const display = { progress: args.progress, quiet, color: isColored(process.stderr, args.color) };
  const found = await withProgress(display, (running) =>
    audit(plan, ledger, sample, { ...threads, kernel, ...running }, contradictions),
  );

  const { n, algorithm, subproblems } = plan;
  const counts = { subproblems: subproblems.length, finished: finished.length };
  const result = { file: source, n, algorithm, kernel, seed, ...counts, ...found };
  process.stdout.write(`${json ? auditAsJson(result) : auditSentence(result)}\n`);
  for (const disagreement of found.disagreements) process.stderr.write(`${disagreementLine(disagreement)}\n`);
  if (found.disagreements.length > 0) process.exitCode = 1;
  return found;
}

function sizeOf(size: SampleSize, finished: number): number {
  return 'percent' in size ? Math.ceil((finished * size.percent) / 100) : size.subproblems;
}
