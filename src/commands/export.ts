/** `queens-par export`: prints the partial counts in a file or a cluster run, or writes them to a ledger file. */
import type { Arguments } from '../cli/commands.js';
import { writeLedgerFile } from '../ledger/open.js';
import { collect, type Results } from '../ledger/results.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';
import { writeText } from '../terminal/write-text.js';
import { plural } from '../text/numbers.js';
import { decimal } from '../text/tables.js';
import { formatMissing } from './merge.js';
import { withSources } from './sources.js';

/** Prints the partial counts in the plan's order, or writes them. Notes on stderr if any are missing. */
export async function exportCounts({ source, format, out, databaseFile, quiet }: Arguments<'export'>): Promise<void> {
  const [results, name] = await withSources(databaseFile, async (open) => {
    const stored = await open(source);
    return [await collect(stored), stored.source];
  });
  if (out === undefined) await writeText(process.stdout, format === 'ndjson' ? asNdjson(results) : asCsv(results));
  else writeLedgerFile(out, results);
  const { length } = results.plan.subproblems;
  const missing = length - results.size;
  if (quiet) return;
  if (out !== undefined) process.stderr.write(`${out}: ${plural(results.size, 'subproblem')} from ${name}.\n`);
  if (missing > 0) process.stderr.write(`${name} is not complete: ${formatMissing(missing, length)}.\n`);
}

/** Yields CSV. Ids need no quotes. In a complete file, weight times count adds up to the number of solutions. */
function* asCsv(results: Results): Generator<string> {
  yield 'n,algorithm,id,weight,count,work,seconds\n';
  for (const [{ n, algorithm, id, weight }, { count, work, milliseconds }] of entries(results)) {
    yield `${n},${algorithm},${id},${weight},${count},${work},${toSeconds(milliseconds)}\n`;
  }
}

/** Yields JSON Lines. Each line holds a subproblem's fields, except its cost, and its partial count's. */
function* asNdjson(results: Results): Generator<string> {
  for (const [subproblem, { count, work, milliseconds }] of entries(results)) {
    const partial = { count: BigInt(count), work: BigInt(work), seconds: toSeconds(milliseconds) };
    yield `${JSON.stringify({ ...subproblem, cost: undefined, ...partial }, decimal)}\n`;
  }
}

/** Converts milliseconds to seconds with six decimals, a ledger's precision. */
function toSeconds(milliseconds: number): number {
  return Number((milliseconds / 1000).toFixed(6));
}

function* entries(results: Results): Generator<[Subproblem, PartialCount]> {
  for (const subproblem of results.plan.subproblems) {
    const partial = results.get(subproblem.id);
    if (partial) yield [subproblem, partial];
  }
}
