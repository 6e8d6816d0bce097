/** `queens-par export`: prints the partial counts of a file or of a run of a cluster, or writes a ledger file. */
import type { Arguments } from '../cli/commands.js';
import { writeLedgerFile } from '../ledger/open.js';
import { collect, type Results } from '../ledger/results.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';
import { printLine } from '../terminal/terminal.js';
import { writeText } from '../terminal/write-text.js';
import { plural } from '../text/numbers.js';
import { decimal } from '../text/tables.js';
import { missingSubproblems } from './merge.js';
import { withSources } from './sources.js';

/** Prints the partial counts in the order of the plan, or writes them. Says on stderr if some are missing. */
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
  if (out !== undefined) printLine(`${out}: ${plural(results.size, 'subproblem')} of ${name}.`);
  if (missing > 0) printLine(`${name} is not complete: ${missingSubproblems(missing, length)}.`);
}

/**
 * Yields CSV. In a complete file, the sum of weight times count is the number of solutions. Ids have the letter s in
 * front: spreadsheets and data frames would read the ids 3.1 and 3.10 as the same number, or as dates. They need no
 * quotes.
 */
function* asCsv(results: Results): Generator<string> {
  yield 'n,algorithm,id,weight,count,work,seconds\n';
  for (const [{ n, algorithm, id, weight }, { count, work, milliseconds }] of entries(results)) {
    yield `${n},${algorithm},s${id},${weight},${count},${work},${inSeconds(milliseconds)}\n`;
  }
}

/** Yields JSON Lines. Each has the fields of a subproblem, except its cost, and of its partial count. */
function* asNdjson(results: Results): Generator<string> {
  for (const [subproblem, { count, work, milliseconds }] of entries(results)) {
    const partial = { count: BigInt(count), work: BigInt(work), seconds: inSeconds(milliseconds) };
    yield `${JSON.stringify({ ...subproblem, cost: undefined, ...partial }, decimal)}\n`;
  }
}

/** Converts milliseconds to seconds with six decimals, the precision of a ledger. */
function inSeconds(milliseconds: number): number {
  return Number((milliseconds / 1000).toFixed(6));
}

function* entries(results: Results): Generator<[Subproblem, PartialCount]> {
  for (const subproblem of results.plan.subproblems) {
    const partial = results.get(subproblem.id);
    if (partial) yield [subproblem, partial];
  }
}
