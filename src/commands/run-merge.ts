import { compareWithKnown } from '../board/known-counts.js';
import { type Merged, type MissingRun, mergeFiles, missingRuns } from '../count/merge.js';
import { sum, unfinished } from '../ledger/ledger.js';
import { partName } from '../plan/part.js';
import { mergeAsJson, mergeSentence } from '../report/merge.js';
import { isColored, type When } from '../terminal/terminal.js';
import { formatCount } from '../text/numbers.js';
import { shellCommand } from '../text/shell-command.js';

export interface MergeArguments {
  readonly files: readonly string[];
  readonly out: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly color: When;
}

/** Commands that are printed at most; a thousand would push what was said before off the screen. */
const MOST_COMMANDS = 20;

/** Prints the total of the files. @throws Error with the commands that count what is missing, if anything is. */
export async function runMerge({ files, out, json, quiet, color }: MergeArguments): Promise<void> {
  const merged = mergeFiles(files);
  const { plan, ledger } = merged;
  if (out !== undefined) (await import('../ledger/open.js')).writeLedgerFile(out, plan, ledger);

  const missing = unfinished(plan.subproblems, ledger).length;
  if (missing > 0) {
    const of = `${formatCount(missing)} of ${formatCount(plan.subproblems.length)} subproblems`;
    throw new Error(`${of} are missing: there is no total yet. Count them with\n${commandsFor(merged).join('\n')}`);
  }

  const { count, work } = sum(plan, ledger);
  const agreement = compareWithKnown(plan.n, count);
  const { n, algorithm, hash: planHash } = plan;
  const result = { n, count, agreement, work, algorithm, subproblems: plan.subproblems.length, planHash, files };
  process.stdout.write(`${json ? mergeAsJson(result) : count}\n`);
  if (agreement === 'differs') process.exitCode = 1;
  if (agreement === 'differs' || !quiet) {
    process.stderr.write(`${mergeSentence(result, isColored(process.stderr, color))}\n`);
  }
}

function commandsFor(merged: Merged): string[] {
  const runs = missingRuns(merged);
  const planOf = merged.files[0]?.file ?? '';
  const commands = runs.slice(0, MOST_COMMANDS).map((run) => `  ${commandFor(merged.plan.n, run, planOf)}`);
  const others = runs.slice(MOST_COMMANDS).map(({ part }) => part?.k);
  return others.length > 0 ? [...commands, `  and so on for parts ${others.join(',')}`] : commands;
}

/** A file that is there brings its plan; a new one takes it over from another, whatever machine it is counted on. */
function commandFor(n: number, { part, file }: MissingRun, planOf: string): string {
  if (!part) return shellCommand('queens-par', String(n), '--checkpoint', file ?? '');
  const out = file ? [file] : [`part-${part.k}-of-${part.m}.ledger`, '--plan-of', planOf];
  return shellCommand('queens-par', String(n), '--part', partName(part), '--out', ...out);
}
