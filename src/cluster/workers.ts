import type { Database } from './database.js';

/** Seconds after which a worker that was not heard of is taken for gone. */
const HEARD_WITHIN = 60;

/** SQL that holds for the workers that are here. */
export const IS_HERE = `not worker.gone and worker.seen > now() - interval '${HEARD_WITHIN} seconds'`;

/** Worker threads of all workers that are here. */
export async function threadsHere(database: Database): Promise<number> {
  const [row] = await database.query<{ threads: number }>(
    `select coalesce(sum(threads), 0)::integer as threads from queens_par.worker where ${IS_HERE}`,
  );
  return row?.threads ?? 0;
}
