import type { Database } from '../database/database.js';

/** Why results of a run do not count. */
export type Fault = 'unknown' | 'impossible';

const REASONS: Readonly<Record<Fault, string>> = {
  unknown: 'the plan has no such subproblem',
  impossible: 'the count is larger than is possible',
};

/**
 * Moves results that cannot be right out of the ledger, so that others count these subproblems. A login that handed in
 * an impossible count is set aside with all that it handed in, unless it owns the ledger.
 *
 * @param ids of the subproblems.
 * @returns a line that says what was done.
 */
export async function setAsideResults(
  database: Database,
  run: { readonly id: number; readonly name: string },
  ids: readonly string[],
  fault: Fault,
): Promise<string> {
  const [row] = await database.query<{ logins: string[] }>(
    `select queens_par.set_aside_wrong($1::integer, $2::text[], $3::text, $4::boolean) as logins`,
    [run.id, ids, REASONS[fault], fault === 'impossible'],
  );
  const logins = row?.logins ?? [];
  const others = ids.length > 1 ? ` and ${ids.length - 1} others` : '';
  const by = logins.length > 0 ? ` by ${logins.join(', ')}` : '';
  return `run ${run.name}: results were set aside that were handed in${by}: ${ids[0]}${others}: ${REASONS[fault]}`;
}

/**
 * Takes back what was set aside under a login's name: its results count again, where nobody has counted them since, and it
 * gets jobs again.
 *
 * @returns how many results count again; undefined if nothing was set aside under this name.
 */
export async function trustLogin(database: Database, login: string): Promise<number | undefined> {
  const [row] = await database.query<{ moved: number }>(
    `select queens_par.trust_login($1::text) as moved
      where exists (select from queens_par.set_aside where role = $1::text)
         or exists (select from queens_par.set_aside_result
                      join queens_par.worker on worker.id = set_aside_result.worker where worker.role = $1::text)`,
    [login],
  );
  return row?.moved;
}
