/** `queens-par audit`: recounts a sample of the results in a file or a cluster run. */
import { randomInt } from 'node:crypto';
import { UsageError } from '../../core/errors/errors.js';
import type { KernelKind } from '../../core/plan/subproblem.js';
import { nameSource } from '../../core/results/header.js';
import { collect, type StoredResults } from '../../core/results/results.js';
import { asJson } from '../../core/text/json.js';
import { formatCount, plural } from '../../core/text/numbers.js';
import { visible } from '../../core/text/quoted.js';
import { type Audit, createAudit, drawSample, planRecounts } from '../../node/count/audit.js';
import { inspectMachine } from '../../node/machine/machine.js';
import { printLine } from '../../node/terminal/terminal.js';
import { noteLimits } from '../counting/announcement.js';
import { measureIfLong } from '../counting/open-count.js';
import { prepare, watchCount } from '../counting/watched-count.js';
import { requireWideKernel } from '../counting/wide-kernel.js';
import type { Arguments } from '../options/commands.js';
import { withSources } from '../sources/sources.js';

/**
 * Minimum cost at which an audit's speed is measured first. It is low because even a ten-second audit is announced.
 */
const MIN_MEASURED_COST = 10_000;

/** Recounts a sample and prints the result. Sets the exit code to 1 if a count differs. */
export async function audit(args: Arguments<'audit'>): Promise<void> {
  const { source, worker, databaseFile } = args;
  if (worker !== undefined && 'file' in source) {
    throw new UsageError(`--worker needs a run, as in: queens-par audit run:18-meet --worker ${worker}`);
  }
  await withSources(databaseFile, async (open) => auditResults(args, await open(source)), worker);
}

async function auditResults(args: Arguments<'audit'>, stored: StoredResults): Promise<void> {
  const { sample: size, seed = randomInt(2 ** 32), kernel, threads, memory, worker, json, quiet, progress } = args;
  const { source, contradictions } = stored;
  const results = await collect(stored);
  const { plan } = results;
  const finished = plan.subproblems.filter(({ id }) => results.get(id));
  if (finished.length === 0 && plan.subproblems.length > 0) {
    const counted = worker === undefined ? source : `worker ${worker} of ${source}`;
    throw new UsageError(`${counted} has no finished subproblems to audit`);
  }
  const drawn = 'percent' in size ? Math.ceil((finished.length * size.percent) / 100) : size.subproblems;
  const sample = new Set(drawSample(finished, drawn, seed));
  for (const subproblem of finished) if (contradictions?.has(subproblem.id)) sample.add(subproblem);
  if (kernel === 'wide') requireWideKernel();
  const recounts = planRecounts([...sample], kernel, seed);

  const unit = recounts.some(({ drawn }) => drawn.length > 1) ? 'piece' : 'subproblem';
  const display = { quiet, progress, unit, noun: 'audit' } as const;
  const machine = inspectMachine(threads, memory);
  const auditing = createAudit({ results, recounts, contradictions, machine, kernel });
  if (!quiet) await measureIfLong(auditing.whole, MIN_MEASURED_COST);
  prepare([auditing.whole], display);
  if (!quiet) noteLimits(auditing.drawn);
  const found = await watchCount(auditing, display);

  const { n, algorithm, subproblems } = plan;
  const counts = { subproblems: subproblems.length, finished: finished.length };
  const described = describeAudit(found, kernel, finished.length, subproblems.length);
  const sentence = `${nameSource(source)}, ${plural(n, 'queen')}: ${described} (seed ${seed}).`;
  const result = { source, n, algorithm, kernel, seed, ...counts, ...found };
  process.stdout.write(json ? asJson('audit/4', result) : `${visible(sentence)}\n`);
  if (found.disagreements.length > 0) process.exitCode = 1;
  for (const line of await describeDisagreements(stored, found.disagreements)) printLine(line);
}

/** Describes disagreements: one line for each, and one for each worker whose count differs. */
async function describeDisagreements(
  stored: StoredResults,
  disagreements: Audit['disagreements'],
): Promise<Set<string>> {
  const lines = new Set<string>();
  for (const { id, recorded, recounted, way } of disagreements) {
    lines.add(`subproblem ${id} was recorded as ${recorded}; the ${way} counts ${recounted}`);
  }
  for (const { id, recorded } of disagreements) {
    const workers = (await stored.countedBy?.(id, recorded)) ?? [];
    for (const name of workers) lines.add(`subproblem ${id}: ${recorded} was counted by ${name}`);
  }
  return lines;
}

/** Describes an audit as the middle of a sentence. Of the plan's `all` subproblems, `finished` have results. */
function describeAudit(found: Audit, kernel: KernelKind, finished: number, all: number): string {
  const { recounted, pieces, drawn, disagreements } = found;
  const amount = `${formatCount(recounted)} of ${plural(finished, 'finished subproblem')}`;
  const unfinished = finished < all ? ` (of ${formatCount(all)})` : '';
  const cut = drawn === pieces ? '' : `in ${formatCount(pieces)} pieces, ${formatCount(drawn)} of them `;
  const wrong = new Set(disagreements.map(({ id }) => id)).size; // a subproblem may have several counts
  const verdict = wrong === 0 ? 'all agree' : `${formatCount(wrong)} DISAGREE${wrong === 1 ? 'S' : ''}`;
  return `${amount}${unfinished} recounted ${cut}by the ${kernel} kernel: ${verdict}`;
}
