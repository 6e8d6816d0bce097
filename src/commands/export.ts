/** `queens-par export <file>`: prints the partial counts of a ledger file. */
import type { Arguments } from '../cli/commands.js';
import { LedgerFile } from '../ledger/ledger-file.js';
import { collect, type Results, remainingOf } from '../ledger/results.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Subproblem } from '../plan/subproblem.js';
import { writeText } from '../terminal/write-text.js';
import { decimal } from '../text/tables.js';
import { missingSubproblems } from './closing.js';

/** Prints the partial counts in the order of the plan, and a message on stderr if some are missing. */
export async function exportCounts({ file, format, quiet }: Arguments<'export'>): Promise<void> {
  const results = await collect(new LedgerFile(file));
  const { plan } = results;
  await writeText(process.stdout, format === 'ndjson' ? asNdjson(results) : asCsv(results));
  const missing = remainingOf(plan, results).subproblems.length;
  if (missing === 0 || quiet) return;
  process.stderr.write(`${file} is not complete: ${missingSubproblems(missing, plan.subproblems.length)}.\n`);
}

/** Yields CSV. Ids need no quotes. In a complete file, the sum of weight times count is the number of solutions. */
function* asCsv(results: Results): Generator<string> {
  yield 'n,algorithm,id,weight,count,work,seconds\n';
  for (const [{ n, algorithm, id, weight }, { count, work, milliseconds }] of entries(results)) {
    yield `${n},${algorithm},${id},${weight},${count},${work},${inSeconds(milliseconds)}\n`;
  }
}

/** Yields JSON Lines. Each has the fields of a subproblem, except its cost, and of its partial count. */
function* asNdjson(results: Results): Generator<string> {
  for (const [subproblem, { count, work, milliseconds }] of entries(results)) {
    const partial = { count: BigInt(count), work: BigInt(work), seconds: inSeconds(milliseconds) };
    yield `${JSON.stringify({ ...subproblem, cost: undefined, ...partial }, decimal)}
`;
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
