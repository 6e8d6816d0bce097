import { UsageError } from '../errors/errors.js';
import { unfinished } from '../ledger/ledger.js';
import { loadLedgerFile } from '../ledger/read.js';
import { subtotalsAsCsv, subtotalsAsNdjson } from '../report/subtotals.js';
import { writeText } from '../terminal/write-text.js';
import { formatCount } from '../text/numbers.js';

export interface ExportArguments {
  readonly file: string;
  readonly csv: boolean;
  readonly ndjson: boolean;
}

/** Prints the subtotals in the order of the plan, and says on stderr if some are missing. */
export async function runExport({ file, csv, ndjson }: ExportArguments): Promise<void> {
  if (csv && ndjson) throw new UsageError('take one of --csv and --ndjson');
  const { plan, ledger } = loadLedgerFile(file);
  await writeText(process.stdout, ndjson ? subtotalsAsNdjson(plan, ledger) : subtotalsAsCsv(plan, ledger));
  const missing = unfinished(plan.subproblems, ledger).length;
  if (missing === 0) return;
  const of = `${formatCount(missing)} of ${formatCount(plan.subproblems.length)} subproblems`;
  process.stderr.write(`${file} is not complete: ${of} are missing.\n`);
}
