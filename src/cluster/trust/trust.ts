import { type Agreement, compareWithKnown } from '../../board/known-counts.js';
import type { Database } from '../database/database.js';

/** A login, and what of a run rests on it. */
interface LoginTrust {
  readonly login: string;
  /** Subproblems in the ledger that it counted, and those of them that another login has counted again. */
  readonly finished: number;
  readonly recounted: number;
  /** Part of the estimated work of all finished subproblems that it counted, and that nobody else has counted: 0 to 1. */
  readonly part: number;
  readonly alone: number;
}

/** On whom a run's counts rest. */
export interface Trust {
  /** Share of the results that is to be counted a second time, 0 to 1. */
  readonly recount: number;
  /** Results that were drawn for it, and those that another login has counted a second time. Their counts agree. */
  readonly drawn: number;
  readonly recounted: number;
  /** Part of the finished work that one login alone has counted, 0 to 1; null while nothing is finished. */
  readonly restsOnOneLogin: number | null;
  /** Those whose results count, by their part. */
  readonly logins: readonly LoginTrust[];
}

/** What a worker has of a run's ledger. */
export interface WorkerTotals {
  readonly run: number;
  readonly worker: number;
  readonly role: string;
  readonly finished: number;
  readonly cost: number;
}

/** What was drawn of that to be counted a second time. */
interface Drawn {
  readonly run: number;
  readonly worker: number;
  readonly drawn: number;
  readonly recounted: number;
  /** Of those that were counted a second time. */
  readonly cost: number;
}

/**
 * On whom the counts of runs rest, by the runs' numbers.
 *
 * @param shares of the results to be counted a second time, by the runs' numbers.
 * @param totals of all workers that have results of these runs.
 */
export async function readTrust(
  database: Database,
  shares: ReadonlyMap<number, number>,
  totals: readonly WorkerTotals[],
): Promise<Map<number, Trust>> {
  const drawn = await database.query<Drawn>(
    `select result.run, result.worker, count(*)::integer as drawn, count(recount.count)::integer as recounted,
            coalesce(sum(result.cost) filter (where recount.count is not null), 0) as cost
       from queens_par.recount
       join queens_par.result using (run, subproblem, algorithm)
      where recount.run = any($1::integer[]) group by result.run, result.worker`,
    [[...shares.keys()]],
  );
  const trusts = new Map<number, Trust>();
  for (const [run, recount] of shares) {
    const firsts = totals.filter((row) => row.run === run);
    const seconds = drawn.filter((row) => row.run === run);
    const work = total(firsts, 'cost');
    const part = (cost: number) => (work > 0 ? Math.min(Math.max(cost / work, 0), 1) : 0);
    const logins = [...new Set(firsts.map(({ role }) => role))].map((login): LoginTrust => {
      const its = firsts.filter(({ role }) => role === login);
      const again = seconds.filter(({ worker }) => its.some((row) => row.worker === worker));
      const cost = total(its, 'cost');
      return {
        login,
        finished: total(its, 'finished'),
        recounted: total(again, 'recounted'),
        part: part(cost),
        alone: part(cost - total(again, 'cost')),
      };
    });
    trusts.set(run, {
      recount,
      drawn: total(seconds, 'drawn'),
      recounted: total(seconds, 'recounted'),
      restsOnOneLogin: firsts.length > 0 ? part(work - total(seconds, 'cost')) : null,
      logins: logins.toSorted((a, b) => b.part - a.part),
    });
  }
  return trusts;
}

function total<Field extends string>(rows: readonly Readonly<Record<Field, number>>[], field: Field): number {
  return rows.reduce((sum, row) => sum + row[field], 0);
}

/** How a total compares with the published one; null while there is none. @param total decimal. */
export function agreementOf(n: number, total: string | null): Agreement | null {
  return total === null ? null : compareWithKnown(n, BigInt(total));
}
