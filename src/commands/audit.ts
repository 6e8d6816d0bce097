/** `queens-par audit <file>`: counts a sample of a ledger again. `cluster audit` uses the same code. */
import { randomInt } from 'node:crypto';
import type { Arguments } from '../cli/commands.js';
import { type Audit, Auditing, type Contradictions, recountsOf, sampleOf } from '../count/audit.js';
import { UsageError } from '../errors/errors.js';
import { resolveThreads } from '../executors/threads.js';
import { LedgerFile } from '../ledger/ledger-file.js';
import { collect, type Results } from '../ledger/results.js';
import type { KernelKind } from '../plan/subproblem.js';
import { logMessage } from '../terminal/terminal.js';
import { formatCount, plural } from '../text/numbers.js';
import { asJson } from '../text/tables.js';
import { prepare, watched } from './watched-count.js';

/** Counts a sample of a ledger file again and prints the result. */
export async function audit({ file, ...options }: Arguments<'audit'>): Promise<void> {
  await auditResults(options, { source: file, results: await collect(new LedgerFile(file)) });
}

/** What an audit checks. */
interface Audited {
  /** The place of the results, for messages. */
  readonly source: string;
  readonly results: Results;
  /** Counts that contradict the results. Their subproblems are counted again in addition to the sample. */
  readonly contradictions?: Contradictions | undefined;
}

/** Counts a sample again and prints the result. Sets the exit code to 1 if a count differs. */
export async function auditResults(
  {
    sample: size,
    seed = randomInt(2 ** 32),
    kernel,
    threads,
    memory,
    json,
    quiet,
    progress,
  }: Omit<Arguments<'audit'>, 'file'>,
  { source, results, contradictions }: Audited,
): Promise<Audit> {
  const { plan } = results;
  const finished = plan.subproblems.filter(({ id }) => results.get(id));
  if (finished.length === 0) throw new UsageError(`${source} has no finished subproblem to audit`);
  const sample = new Set(sampleOf(finished, sizeOf(size, finished.length), seed));
  for (const subproblem of finished) if (contradictions?.has(subproblem.id)) sample.add(subproblem);
  const recounts = recountsOf([...sample], kernel, seed);

  const unit = recounts.some(({ drawn }) => drawn.length > 1) ? 'piece' : 'subproblem';
  const display = { quiet, progress, unit };
  const machine = resolveThreads(threads, memory);
  const auditing = new Auditing({ results, recounts, contradictions, machine, kernel, warn: logMessage });
  await prepare([auditing.counting], display);
  const found = await watched(auditing, display);

  const { n, algorithm, subproblems } = plan;
  const counts = { subproblems: subproblems.length, finished: finished.length };
  const result = { file: source, n, algorithm, kernel, seed, ...counts, ...found };
  process.stdout.write(json ? asJson('audit/2', result) : `${sentence(result)}\n`);
  for (const disagreement of found.disagreements) process.stderr.write(`${disagreementLine(disagreement)}\n`);
  if (found.disagreements.length > 0) process.exitCode = 1;
  return found;
}

function sizeOf(size: Arguments<'audit'>['sample'], finished: number): number {
  return 'percent' in size ? Math.ceil((finished * size.percent) / 100) : size.subproblems;
}

/** The result of an audit. The plan has `subproblems` subproblems, and `finished` of them have results. */
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
