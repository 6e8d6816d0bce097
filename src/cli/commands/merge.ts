/** `queens-par merge`: adds up the results from several files and runs. */
import { compareWithKnown } from '../../core/board/known-counts.js';
import { listMissingCounts, type MergedResults, type MissingCount, mergeResults } from '../../core/count/merge.js';
import { partName } from '../../core/plan/part.js';
import type { Plan } from '../../core/plan/plan.js';
import { selectRemaining, totalOf } from '../../core/results/results.js';
import { asJson } from '../../core/text/json.js';
import { plural } from '../../core/text/numbers.js';
import { writeLedgerFile } from '../../node/ledger/open.js';
import { isColored, logMessage, printLine, shellCommand } from '../../node/terminal/terminal.js';
import { diagnose, formatMissing, formatVerdict, printOutcome } from '../counting/closing.js';
import type { Arguments } from '../options/commands.js';
import { RUN_PREFIX } from '../options/values.js';
import { formatResumeCommand, formatStartCommand } from '../sources/remedies.js';
import { withSources } from '../sources/sources.js';

/** Maximum number of commands to print. More would push the first ones off the screen. */
const MAX_COMMANDS = 20;

/** Prints the total or, with exit code 1, the commands that count the missing subproblems. */
export async function merge({ sources, out, databaseFile, json, quiet }: Arguments<'merge'>): Promise<void> {
  const inputs = await withSources(databaseFile, (open) => mergeResults(sources, open));
  const { plan } = inputs.results;
  // If the --out file existed, it may contain results that the inputs lack.
  const merged = out === undefined ? inputs : { ...inputs, results: writeLedgerFile(out, inputs.results) };
  const { results } = merged;

  const subproblems = plan.subproblems.length;
  const missing = selectRemaining(plan, results).subproblems.length;
  if (missing > 0) {
    const amount = formatMissing(missing, subproblems);
    const rest = out === undefined ? '' : `; ${out} contains the others`;
    logMessage(`${amount}, so there is no total yet${rest}. Count the missing ones with:`);
    for (const command of formatCommands(merged, databaseFile)) printLine(command);
    process.exitCode = 1;
    return;
  }

  const { count, work } = totalOf(plan, results);
  const agreement = compareWithKnown(plan.n, count);
  const { n, algorithm, hash: planHash } = plan;
  const names = inputs.sources.map(({ source }) => source);
  const result = { n, count, agreement, work, algorithm, subproblems, planHash, sources: names };
  const areFiles = sources.every((source) => 'file' in source);
  const places = plural(sources.length, areFiles ? 'file' : 'source');
  const from = `from ${plural(subproblems, 'subproblem')} in ${places}`;
  const verdict = formatVerdict(agreement, isColored(process.stderr)) + diagnose(agreement, names);
  const closing = `${plural(n, 'queen')}: ${plural(count, 'solution')}, ${from}; ${verdict}.`;
  const text = json ? asJson('merge/2', result) : `${count}\n`;
  printOutcome(text, closing, { differs: agreement === 'differs', quiet });
}

function formatCommands(merged: MergedResults, databaseFile: string | undefined): string[] {
  const counts = listMissingCounts(merged);
  const commands = counts
    .slice(0, MAX_COMMANDS)
    .map((one) => `  ${formatPartCommand(merged.results.plan, one, databaseFile)}`);
  const others = counts.slice(MAX_COMMANDS).map(({ part }) => part?.k);
  return others.length > 0 ? [...commands, `  and so on for parts ${others.join(',')}`] : commands;
}

/** Formats the command that counts a missing part. A new file needs plan options; an existing one contains them. */
function formatPartCommand(
  { n, algorithm, options }: Plan,
  { source, part }: MissingCount,
  databaseFile: string | undefined,
): string {
  if (source?.source.startsWith(RUN_PREFIX))
    return formatStartCommand({ n, name: source.source.slice(RUN_PREFIX.length) }, databaseFile);
  if (source) return formatResumeCommand(source.source, source.header);
  const { k, m } = part;
  const plan = algorithm === 'bitmask' ? ['--depth', String(options.depth)] : ['--algorithm', algorithm];
  const out = `part-${k}-of-${m}.ledger`;
  return shellCommand('queens-par', String(n), '--part', partName({ k, m }), '--out', out, ...plan);
}
