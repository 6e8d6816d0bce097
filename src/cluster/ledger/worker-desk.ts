import { hostname } from 'node:os';
import { kernelVersion } from '../../../workers/kernel-version.js';
import type { Ledger } from '../../ledger/ledger.js';
import type { PartialCount } from '../../plan/partial-count.js';
import type { Subproblem } from '../../plan/subproblem.js';
import type { Database } from '../database/database.js';
import type { ClusterJob } from '../queue/job.js';
import { conflictMessage, type Run, standingOf } from './runs.js';

/** What a worker asks of the ledger and tells it: the functions of functions.sql, and nothing else. */
export class WorkerDesk {
  readonly name: string;
  readonly #database: Database;
  readonly #threads: number;
  readonly #kernel = kernelVersion();
  #number = 0;

  /** @param name by default made of the host and the process. */
  constructor(database: Database, threads: number, name = `${hostname()}-${process.pid}`) {
    this.#database = database;
    this.#threads = threads;
    this.name = name;
  }

  /** Says that this worker is here. */
  async enroll(): Promise<void> {
    await this.#call(false);
  }

  /** Says that it is leaving. */
  async leave(): Promise<void> {
    await this.#call(true);
  }

  async #call(isGone: boolean): Promise<void> {
    const [row] = await this.#database.query<{ number: number }>(
      'select queens_par.enroll($1::text, $2::integer, $3::text, $4::boolean) as number',
      [this.name, this.#threads, this.#kernel, isGone],
    );
    this.#number = row?.number ?? 0;
  }

  /**
   * Which of a job's subproblems this worker is to count, from 1, and 0 if there are some that only a worker of another
   * login may count; null if the run is over.
   */
  async unfinished({ run }: ClusterJob, ids: readonly string[], isAgain: boolean): Promise<number[] | null> {
    const [row] = await this.#database.query<{ numbers: number[] | null }>(
      'select queens_par.unfinished($1::integer, $2::boolean, $3::text[]) as numbers',
      [run, isAgain, ids],
    );
    return row?.numbers ?? null;
  }

  /** Enters what was counted of a run, in one transaction. @returns how much of it was new. */
  async submit(
    { run, planHash }: Pick<ClusterJob, 'run' | 'planHash'>,
    found: ReadonlyMap<Subproblem, PartialCount>,
  ): Promise<number> {
    if (found.size === 0) return 0;
    const subproblems = [...found.keys()];
    const partials = [...found.values()];
    const [row] = await this.#database.query<{ news: number }>(
      `select queens_par.submit($1::integer, $2::integer, $3::text, $4::text, $5::text[], $6::bigint[], $7::bigint[],
                                $8::double precision[], $9::double precision[]) as news`,
      [
        ...[this.#number, run, planHash, this.#kernel],
        partials.map(({ id }) => id),
        partials.map(({ count }) => count),
        partials.map(({ work }) => work),
        subproblems.map(({ cost }) => cost),
        partials.map(({ milliseconds }) => milliseconds),
      ],
    );
    return row?.news ?? 0;
  }

  /** Ends a run of which something cannot be counted. */
  async fail(run: number, reason: string): Promise<void> {
    await this.#database.query('select queens_par.fail($1::integer, $2::integer, $3::text)', [
      this.#number,
      run,
      reason,
    ]);
  }

  /** Tells those who look at the status why this worker refused a job. */
  async refuse(reason: string): Promise<void> {
    await this.#database.query('select queens_par.refuse($1::integer, $2::text)', [this.#number, reason]);
  }
}

/** Rows in a transaction. */
const AT_ONCE = 10_000;

/**
 * Enters what another ledger holds, by the way that workers take: what is there already counts once.
 *
 * @param source what the status names as the worker that counted them.
 * @returns how many were new.
 * @throws Error with both counts if one contradicts what is there.
 */
export async function submitLedger(database: Database, run: Run, ledger: Ledger, source: string): Promise<number> {
  const desk = new WorkerDesk(database, 0, source);
  await desk.enroll();
  let news = 0;
  let found = new Map<Subproblem, PartialCount>();
  async function submit(): Promise<void> {
    news += await desk.submit({ run: run.id, planHash: run.plan.hash }, found);
    found = new Map();
  }
  for (const subproblem of run.plan.subproblems) {
    const partial = ledger.get(subproblem.id);
    if (partial) found.set(subproblem, partial);
    if (found.size === AT_ONCE) await submit();
  }
  await submit();
  await desk.leave();
  const { isDisputed, reason } = await standingOf(database, run);
  if (isDisputed) throw new Error(conflictMessage(database, { name: run.name, n: run.plan.n, reason }));
  return news;
}
