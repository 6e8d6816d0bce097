import { UsageError } from '../errors/errors.js';
import { ConflictError, isNews, type Ledger, unfinishedPlaces } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import { type LoadedLedger, loadLedgerFile } from '../ledger/read.js';
import { differences } from '../plan/differences.js';
import { type Part, partName } from '../plan/part.js';
import { largestPossibleCount } from '../plan/partial-count.js';
import type { Plan } from '../plan/plan.js';

/** A ledger file and what it holds. */
interface NamedLedger extends LoadedLedger {
  readonly file: string;
}

/** Ledger files of one plan, merged. */
export interface Merged {
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly files: readonly NamedLedger[];
}

/**
 * Merges ledger files. A subproblem that several of them hold is taken once.
 *
 * @throws UsageError if they are not of one plan, or cannot be read; LedgerFileError if one is damaged;
 *   ConflictError if two differ in the count of a subproblem, with both counts and files.
 */
export function mergeFiles(names: readonly string[]): Merged {
  const files: NamedLedger[] = [];
  for (const file of names) {
    const first = files[0];
    const check = first && ((header: LoadedLedger['header']) => refuseOtherPlan(first, file, header));
    files.push({ file, ...loadLedgerFile(file, { known: first?.plan, check }) });
  }
  const plan = files[0]?.plan;
  if (!plan) throw new UsageError('give the files to merge, as in: queens-par merge *.ledger');

  const ledger = new MemoryLedger(plan.subproblems);
  for (const { file, ledger: held } of files) {
    for (const subproblem of plan.subproblems) {
      const partial = held.get(subproblem.id);
      if (!partial) continue;
      try {
        if (isNews(ledger, partial, largestPossibleCount(subproblem))) ledger.enter(partial);
      } catch (error) {
        const earlier = files.find((other) => other.ledger.get(subproblem.id));
        if (error instanceof ConflictError) error.message += ` (${earlier?.file} and ${file})`;
        throw error;
      }
    }
  }
  return { plan, ledger, files };
}

function refuseOtherPlan(first: NamedLedger, file: string, header: LoadedLedger['header']): void {
  if (header.n !== first.plan.n) {
    throw new UsageError(`${first.file} is for n = ${first.plan.n}, ${file} for n = ${header.n}`);
  }
  const other = differences({ ...header, part: undefined }, { ...first.header, part: undefined });
  if (other !== '') throw new UsageError(`${file} does not fit ${first.file}: it is for ${other}`);
}

/** A count that would complete the merged files. */
export interface MissingRun {
  /** Undefined for the whole plan. */
  readonly part: Part | undefined;
  /** The file to count into: one of the merged files, if one is of this part. */
  readonly file: string | undefined;
}

/** The counts that would complete the merged files: of the parts that are missing, or of the whole. */
export function missingRuns({ plan, ledger, files }: Merged): MissingRun[] {
  const whole = files.find(({ header }) => !header.part);
  if (whole) return [{ part: undefined, file: whole.file }];

  const m = files[0]?.header.part?.m ?? 1;
  const missing = new Set<number>();
  for (const place of unfinishedPlaces(plan.subproblems, ledger)) missing.add((place % m) + 1);
  const fileOf = new Map(files.map(({ file, header: { part } }) => [part && partName(part), file]));
  return [...missing].sort((a, b) => a - b).map((k) => ({ part: { k, m }, file: fileOf.get(partName({ k, m })) }));
}
