import type { Database } from '../database/database.js';
import type { Run } from '../ledger/runs.js';
import { HEARD_WITHIN } from '../ledger/runs.js';

/** Second counts asked for at a time. */
const MOST_AT_ONCE = 5000;

/** Results may become visible as many seconds after their time: each look goes back by that. */
const LATE = 5;

/** Draws results of a run that are to be counted a second time by another login: see sql/recount.sql. */
export class Recounts {
  readonly #database: Database;
  readonly #run: Run;
  #since = '-infinity';
  #share = 0;

  constructor(database: Database, run: Run) {
    this.#database = database;
    this.#run = run;
  }

  /**
   * Draws among the results that came in since the last call.
   *
   * @param share of the results, 0 to 1, as the run has it now.
   * @param isComplete whether all results are in: then all are looked at, and the sample gets its full size.
   * @returns the ids of the results that wait for a second count which a worker of another login could make now: some
   *   thousands at most.
   */
  async open(share: number, isComplete: boolean): Promise<string[]> {
    if (share === 0) return [];
    if (share !== this.#share || isComplete) this.#since = '-infinity';
    this.#share = share;
    const [next] = await this.#database.query<{ since: string }>(
      `select (now() - interval '${LATE} seconds')::text as since,
              queens_par.draw_recounts($1::integer, $2::timestamptz, $3::boolean)`,
      [this.#run.id, this.#since, isComplete],
    );
    this.#since = next?.since ?? this.#since;
    const rows = await this.#database.query<{ id: string }>(
      'select * from queens_par.open_recounts($1::integer, make_interval(secs => $2::integer), $3::integer) as id',
      [this.#run.id, HEARD_WITHIN, MOST_AT_ONCE],
    );
    return rows.map(({ id }) => id);
  }

  /** Milliseconds that the longest subproblem of the run took: a second count may take as long. */
  async longest(): Promise<number> {
    const [row] = await this.#database.query<{ longest: number | null }>(
      'select max(milliseconds) as longest from queens_par.result where run = $1::integer',
      [this.#run.id],
    );
    return row?.longest ?? 0;
  }
}
