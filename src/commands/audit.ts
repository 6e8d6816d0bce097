/** `queens-par audit <file>`: counts a sample of a ledger again. `cluster audit` uses the same code. */
import { randomInt } from 'node:crypto';
import type { Arguments } from '../cli/commands.js';
import {
  type Audit,
  type Contradictions,
  audit as countAgain,
  recountsOf,
  sampleOf,
  shareOfAudit,
} from '../count/audit.js';
import { UsageError } from '../errors/errors.js';
import { resolveThreads } from '../executors/threads.js';
import type { Ledger } from '../ledger/ledger.js';
import { loadLedgerFile } from '../ledger/read.js';
import type { Plan } from '../plan/plan.js';
import type { KernelKind } from '../plan/subproblem.js';
import { formatCount, plural } from '../text/numbers.js';
import { asJson } from '../text/tables.js';
import { watched } from './watched-count.js';

/** Counts a sample of a ledger file again and prints the result. */
export async function audit({ file, ...args }: Arguments<'audit'>): Promise<void> {
  await auditLedger({ ...args, source: file, ...loadLedgerFile(file) });
}

/** Options of an audit, with its plan and ledger. */
export interface AuditRequest extends Omit<Arguments<'audit'>, 'file'> {
  /** The ledger's name in messages. */
  readonly source: string;
  readonly plan: Plan;
  readonly ledger: Ledger;
  /** Counts that contradict the ledger. Their subproblems are counted again in addition to the sample. */
  readonly contradictions?: Contradictions;
}

/** Counts a sample again and prints the result. Sets the exit code to 1 if a count differs. */
export async function auditLedger({ source, plan, ledger, contradictions, ...args }: AuditRequest): Promise<Audit> {
  const finished = plan.subproblems.filter(({ id }) => ledger.get(id));
  if (finished.length === 0) throw new UsageError(`${source} has no finished subproblem to audit`);
  const seed = args.seed ?? randomInt(2 ** 32);
  const sample = new Set(sampleOf(finished, sizeOf(args.sample, finished.length), seed));
  for (const subproblem of finished) if (contradictions?.has(subproblem.id)) sample.add(subproblem);
  const recounts = recountsOf([...sample], args.kernel, seed);

  const isCut = recounts.some(({ drawn }) => drawn.length > 1);
  const counting = { ...args, threads: resolveThreads(args.threads), unit: isCut ? 'piece' : 'subproblem' };
  const found = await watched(shareOfAudit(plan, recounts, args.kernel), counting, (options) =>
    countAgain(plan, ledger, recounts, options, contradictions),
  );

  const { n, algorithm, subproblems } = plan;
  const counts = { subproblems: subproblems.length, finished: finished.length };
  const result = { file: source, n, algorithm, kernel: args.kernel, seed, ...counts, ...found };
  process.stdout.write(args.json ? asJson('audit/2', result) : `${sentence(result)}\n`);
  for (const disagreement of found.disagreements) process.stderr.write(`${disagreementLine(disagreement)}\n`);
  if (found.disagreements.length > 0) process.exitCode = 1;
  return found;
}

function sizeOf(size: AuditRequest['sample'], finished: number): number {
  return 'percent' in size ? Math.ceil((finished * size.percent) / 100) : size.subproblems;
}

/** The result of an audit. The plan has `subproblems` subproblems, and `finished` of them are in the ledger. */
interface AuditResult extends Audit {
  readonly file: string;
  readonly n: number;
  readonly kernel: KernelKind;
  readonly seed: number;
  readonly subproblems: number;
  readonly finished: number;
}

function sentence(result: AuditResult): string {
  const { file, n, kernel, seed, subproblems, finished, recounted, pieces, drawn, mirrored, disagreements } = result;
  const amount = `${formatCount(recounted)} of ${plural(finished, 'finished subproblem')}`;
  const unfinished = finished < subproblems ? ` (of ${formatCount(subproblems)})` : '';
  const how = `${drawn === pieces ? '' : `in ${formatCount(pieces)} pieces, ${formatCount(drawn)} of them `}by the ${kernel} kernel`;
  const mirrors = mirrored > 0 ? `, and ${plural(mirrored, 'mirror image')}` : '';
  const wrong = new Set(disagreements.map(({ id }) => id)).size; // a subproblem may disagree in two ways
  const verdict = wrong === 0 ? 'all agree' : `${formatCount(wrong)} DISAGREE${wrong === 1 ? 'S' : ''}`;
  return `${file}, ${plural(n, 'queen')}: ${amount}${unfinished} counted again ${how}${mirrors}: ${verdict} (seed ${seed}).`;
}

function disagreementLine({ id, recorded, recounted, way }: Audit['disagreements'][number]): string {
  return `subproblem ${id} was recorded as ${recorded}; the ${way} counts ${recounted}`;
}
