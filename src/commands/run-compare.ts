import { comparisonAsJson, comparisonTable } from '../report/comparison.js';
import { statusLine } from '../terminal/status-line.js';
import { plural } from '../text/numbers.js';
import { agree, compareSolvers, type Entry } from '../textbook/comparison.js';

export interface CompareArguments {
  readonly n: number;
  readonly force: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Runs the solvers and prints what each did. Sets the exit code to 1 if they disagree. */
export async function runCompare({ n, force, json, quiet }: CompareArguments): Promise<void> {
  const status = statusLine(quiet);
  const entries = compareSolvers(n, { force, onStart: (name) => status.show(`running ${name}`) });
  status.clear();

  const width = process.stdout.isTTY ? process.stdout.columns : undefined;
  process.stdout.write(json ? `${comparisonAsJson(n, entries)}\n` : comparisonTable(n, entries, width));
  if (!agree(entries)) {
    process.stderr.write('THE SOLVERS DISAGREE ON THE NUMBER OF SOLUTIONS\n');
    process.exitCode = 1;
  } else if (!quiet) {
    process.stderr.write(closingNotes(entries));
  }
}

function closingNotes(entries: readonly Entry[]): string {
  const found = entries.flatMap((entry) => (entry.ran ? [entry.result.solutions] : []));
  const spared = entries.filter(({ ran }) => !ran).map(({ name }) => name);
  const agreement = found[0] === undefined ? '' : `All that ran found ${plural(found[0], 'solution')}.\n`;
  const hint = `Not run, forecasts (~): ${spared.join(', ')}. --force runs them.\n`;
  return agreement + (spared.length > 0 ? hint : '');
}
