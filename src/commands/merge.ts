/** `queens-par merge <files...>`: the total of parts that were counted one by one. */
import { type Agreement, compareWithKnown } from '../board/known-counts.js';
import type { Arguments } from '../cli/commands.js';
import { type Merged, type MissingRun, mergeFiles, missingRuns } from '../count/merge.js';
import { sum, unfinished } from '../ledger/ledger.js';
import { partName } from '../plan/part.js';
import type { Algorithm } from '../plan/subproblem.js';
import { isColored } from '../terminal/terminal.js';
import { faultOf, verdictOn } from '../text/closing.js';
import { formatCount, plural } from '../text/numbers.js';
import { shellCommand } from '../text/quoted.js';
import type { JsonOf } from './json-schemas.js';

/** Commands that are printed at most; a thousand would push what was said before off the screen. */
const MOST_COMMANDS = 20;

/** Prints the total of the files. @throws Error with the commands that count what is missing, if anything is. */
export async function merge({ files, out, json, quiet, color }: Arguments<'merge'>): Promise<void> {
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
  process.stdout.write(`${json ? asJson(result) : count}\n`);
  if (agreement === 'differs') process.exitCode = 1;
  if (agreement === 'differs' || !quiet) {
    process.stderr.write(`${sentence(result, isColored(process.stderr, color))}\n`);
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

/** What merged files add up to. */
interface MergeResult {
  readonly n: number;
  readonly count: bigint;
  readonly agreement: Agreement;
  readonly work: bigint;
  readonly algorithm: Algorithm;
  readonly subproblems: number;
  readonly planHash: string;
  readonly files: readonly string[];
}

function sentence({ n, count, agreement, subproblems, files }: MergeResult, color: boolean): string {
  const solutions = plural(count, 'solution');
  const from = `from ${plural(subproblems, 'subproblem')} in ${plural(files.length, 'file')}`;
  return `${plural(n, 'queen')}: ${solutions}, ${from}; ${verdictOn(agreement, color)}${faultOf(agreement, true)}.`;
}

/** Counts are decimal strings. */
function asJson({ n, count, agreement, work, ...rest }: MergeResult): string {
  const decimal = { count: String(count), agreement, work: String(work) };
  const output: JsonOf<'merge'> = { schema: 'queens-par/merge/1', n, ...decimal, ...rest };
  return JSON.stringify(output);
}
