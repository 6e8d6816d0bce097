import { UsageError } from '../errors/errors.js';
import type { Part } from '../plan/part.js';
import { describeDifferences } from '../plan/plan-mismatch.js';
import { ConflictError, type PlanHeader, Results, type StoredResults } from '../results/results.js';

type MergedSource = Pick<StoredResults, 'source' | 'header'>;

export interface MergedResults {
  readonly results: Results;
  readonly sources: readonly MergedSource[];
}

/**
 * Merges the results of several sources. Sources are read one at a time, so memory use does not grow with their number.
 * A subproblem that is in several sources counts once.
 *
 * @throws UsageError if there are no sources, or if they have different plans; ConflictError if two sources have
 *   different counts for a subproblem; errors of the sources.
 */
export async function mergeResults<Source>(
  sources: readonly Source[],
  open: (source: Source) => StoredResults | Promise<StoredResults>,
): Promise<MergedResults> {
  const merged: MergedSource[] = [];
  const others: string[] = [];
  // The first source of each subproblem's count, for the message about a conflict. A pipe cannot be searched for it
  // later, because it can be read only once.
  const sourcesOf = new Map<string, string>();
  let union: Results | undefined;
  for (const one of sources) {
    const stored = await open(one);
    const { source, header } = stored;
    const other = describeDifferences(removePart(header), removePart(merged[0]?.header ?? header));
    if (other !== '') others.push(`${source} is for ${other}`);
    if (others.length > 0) continue; // the headers of the other sources are still compared
    const plan = stored.plan(union?.plan);
    union ??= new Results(plan);
    try {
      for await (const batch of stored.read())
        for (const partial of batch) if (union.add(partial)) sourcesOf.set(partial.id, source);
    } catch (error) {
      if (error instanceof ConflictError) error.message += ` (${sourcesOf.get(error.id)} and ${source})`;
      throw error;
    }
    merged.push({ source, header });
  }
  if (!union) throw new UsageError('there is no source to merge');
  if (others.length > 0)
    throw new UsageError(`all sources must have the same plan as ${merged[0]?.source}, but ${others.join('; ')}`);
  return { results: union, sources: merged };
}

function removePart(header: PlanHeader): PlanHeader {
  return { ...header, part: undefined };
}

/** An unfinished count: the source that holds its results, or a part that has no source. */
export type MissingCount =
  | { readonly source: MergedSource; readonly part?: Part | undefined }
  | { readonly source: undefined; readonly part: Part };

/** Lists the counts that would complete the merged results: one for each incomplete part, or one for the whole plan. */
export function listMissingCounts({ results, sources }: MergedResults): MissingCount[] {
  const whole = sources.find(({ header }) => !header.part);
  if (whole) return [{ source: whole }];

  const m = sources[0]?.header.part?.m ?? 1;
  const missing = new Set<number>();
  for (const [index, { id }] of results.plan.subproblems.entries()) if (!results.get(id)) missing.add((index % m) + 1);
  const byPart = new Map(sources.map((source) => [source.header.part?.k, source]));
  return [...missing].sort((a, b) => a - b).map((k) => ({ part: { k, m }, source: byPart.get(k) }));
}
