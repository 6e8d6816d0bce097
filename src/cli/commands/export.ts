/** `queens-par export`: prints the partial counts in a file or a cluster run, or writes them to a ledger file. */

import type { PartialCount } from '../../core/plan/partial-count.js';
import type { Subproblem } from '../../core/plan/subproblem.js';
import { collect, type Results } from '../../core/results/results.js';
import { plural } from '../../core/text/numbers.js';
import { writeLedgerFile } from '../../node/ledger/open.js';
import { printLine } from '../../node/terminal/terminal.js';
import { writeText } from '../../node/terminal/write-text.js';
import { formatMissing } from '../counting/closing.js';
import type { Arguments } from '../options/commands.js';
import { withSources } from '../sources/sources.js';

/** Prints the partial counts in the plan's order or writes them to a file. Reports missing ones on stderr. */
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
  if (out !== undefined) printLine(`${out}: ${plural(results.size, 'subproblem')} from ${name}.`);
  if (missing > 0) printLine(`${name} is not complete: ${formatMissing(missing, length)}.`);
}

/**
 * Yields CSV, whose values need no quotes. In a complete file, weight times count adds up to the number of solutions.
 * Each id begins with the letter s, because spreadsheets and data frames would read the ids 3.1 and 3.10 as the same
 * number or as dates.
 */
function* asCsv(results: Results): Generator<string> {
  yield 'n,algorithm,id,weight,count,work,seconds\n';
  for (const [{ n, algorithm, id, weight }, { count, work, milliseconds }] of entries(results))
    yield `${[n, algorithm, `s${id}`, weight, count, work, toSeconds(milliseconds)].join()}\n`;
}

/** Yields JSON Lines. Each line holds the fields of a subproblem, except its cost, and those of its partial count. */
function* asNdjson(results: Results): Generator<string> {
  for (const [subproblem, { count, work, milliseconds }] of entries(results)) {
    const partial = { count: String(count), work: String(work), seconds: toSeconds(milliseconds) };
    yield `${JSON.stringify({ ...subproblem, cost: undefined, ...partial })}\n`;
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
