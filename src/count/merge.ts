import { UsageError } from '../errors/errors.js';
import { ConflictError, type PlanHeader, Results, type StoredResults } from '../ledger/results.js';
import { differences } from '../plan/differences.js';
import { type Part, partName } from '../plan/part.js';

/** A merged place. */
type MergedPlace = Pick<StoredResults, 'place' | 'header' | 'command'>;

/** The results of several places, which have the same plan. */
export interface Merged {
  readonly results: Results;
  readonly places: readonly MergedPlace[];
}

/** Opens a place. Throws the errors of StoredResults. */
type Open<Place> = (place: Place) => StoredResults | Promise<StoredResults>;

/**
 * Merges the results of several places. They are read one at a time, so a thousand parts need no more memory than one. A
 * subproblem in several places counts once.
 *
 * @param places one or more.
 * @throws UsageError if the places have different plans; ConflictError if two places have different counts of a subproblem;
 *   errors of the places.
 */
export async function mergeResults<Place>(places: readonly Place[], open: Open<Place>): Promise<Merged> {
  const merged: MergedPlace[] = [];
  const others: string[] = [];
  const placesOf = new Map<string, string>(); // a pipe cannot be read twice
  let union: Results | undefined;
  for (const one of places) {
    const stored = await open(one);
    const { place, header, command } = stored;
    const other = differences(wholeOf(header), wholeOf(merged[0]?.header ?? header));
    if (other !== '') others.push(`${place} is for ${other}`);
    if (others.length > 0) continue; // the headers of the other places are still compared
    const plan = stored.plan(union?.plan);
    union ??= new Results(plan);
    try {
      for await (const batch of stored.read())
        for (const partial of batch) if (union.add(partial)) placesOf.set(partial.id, place);
    } catch (error) {
      if (error instanceof ConflictError) error.message += ` (${placesOf.get(error.id)} and ${place})`;
      throw error;
    }
    merged.push({ place, header, command });
  }
  if (!union) throw new UsageError('give the results to merge, as in: queens-par merge *.ledger');
  if (others.length > 0) throw new UsageError(`not of the plan of ${merged[0]?.place}: ${others.join('; ')}`);
  return { results: union, places: merged };
}

/** Returns the header of the whole plan for that of a part. */
function wholeOf(header: PlanHeader): PlanHeader {
  return { ...header, part: undefined };
}

/** A count that would complete the merged results: the command that continues a place, or a part without a place. */
export type MissingCount = { readonly command: string } | { readonly part: Part };

/** Returns the counts that would complete the merged results: one for each missing part, or one for the whole plan. */
export function missingCounts({ results, places }: Merged): MissingCount[] {
  const whole = places.find(({ header }) => !header.part);
  if (whole) return [{ command: whole.command }];

  const m = places[0]?.header.part?.m ?? 1;
  const missing = new Set<number>();
  for (const [place, { id }] of results.plan.subproblems.entries()) if (!results.get(id)) missing.add((place % m) + 1);
  const commands = new Map(places.map(({ command, header: { part } }) => [part && partName(part), command]));
  return [...missing]
    .sort((a, b) => a - b)
    .map((k) => {
      const command = commands.get(partName({ k, m }));
      return command === undefined ? { part: { k, m } } : { command };
    });
}
