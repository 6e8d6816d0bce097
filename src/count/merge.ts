import { UsageError } from '../errors/errors.js';
import { type LedgerHeader, readHeader } from '../ledger/header.js';
import { ConflictError, isNew, type Ledger } from '../ledger/ledger.js';
import { loadLedger, loadLedgerFile } from '../ledger/read.js';
import { readFile } from '../ledger/regular-file.js';
import { differences } from '../plan/differences.js';
import { type Part, partName } from '../plan/part.js';
import type { Plan } from '../plan/plan.js';

/** A merged ledger file. */
interface MergedFile {
  readonly file: string;
  readonly header: LedgerHeader;
}

/** The result of merging ledger files of one plan. */
export interface Merged {
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly files: readonly MergedFile[];
}

/**
 * Merges ledger files into one ledger. Files are read one at a time, so a thousand parts need no more memory than one. A
 * subproblem in several files counts once.
 *
 * @throws UsageError if the files belong to different plans or cannot be read; LedgerFileError if a file is damaged;
 *   ConflictError if two files have different counts of a subproblem. Its message has both counts and both files.
 */
export function mergeFiles(names: readonly string[]): Merged {
  const [firstName, ...others] = names;
  if (firstName === undefined) throw new UsageError('give the files to merge, as in: queens-par merge *.ledger');
  const { plan, ledger, header } = loadLedgerFile(firstName);
  const first = { file: firstName, header };
  const files = [first];
  const subproblems = new Map(plan.subproblems.map((subproblem) => [subproblem.id, subproblem]));
  for (const file of others) {
    const text = readFile(file);
    const header = readHeader(text, file);
    refuseOtherFile(first, file, header);
    for (const partial of loadLedger(text, file, plan).ledger.finished()) {
      const subproblem = subproblems.get(partial.id);
      try {
        if (subproblem && isNew(ledger, subproblem, partial)) ledger.add(partial);
      } catch (error) {
        if (error instanceof ConflictError) error.message += ` (${fileWith(partial.id, files, plan)} and ${file})`;
        throw error;
      }
    }
    files.push({ file, header });
  }
  return { plan, ledger, files };
}

/** Returns the first file that has a subproblem. */
function fileWith(id: string, files: readonly MergedFile[], plan: Plan): string | undefined {
  return files.find(({ file }) => loadLedger(readFile(file), file, plan).ledger.get(id))?.file;
}

function refuseOtherFile(first: MergedFile, file: string, header: LedgerHeader): void {
  const other = differences({ ...header, part: undefined }, { ...first.header, part: undefined });
  if (other !== '') throw new UsageError(`${file} does not match ${first.file}: it is for ${other}`);
}

/** A count that would complete the merged files. */
export interface MissingRun {
  /** Undefined for the whole plan. */
  readonly part: Part | undefined;
  /** The merged file that this count continues; undefined if it needs a new file. */
  readonly file: string | undefined;
}

/** Returns the counts that would complete the merged files: one for each missing part, or one for the whole plan. */
export function missingRuns({ plan, ledger, files }: Merged): MissingRun[] {
  const whole = files.find(({ header }) => !header.part);
  if (whole) return [{ part: undefined, file: whole.file }];

  const m = files[0]?.header.part?.m ?? 1;
  const missing = new Set<number>();
  for (const [place, { id }] of plan.subproblems.entries()) if (!ledger.get(id)) missing.add((place % m) + 1);
  const fileOf = new Map(files.map(({ file, header: { part } }) => [part && partName(part), file]));
  return [...missing].sort((a, b) => a - b).map((k) => ({ part: { k, m }, file: fileOf.get(partName({ k, m })) }));
}
