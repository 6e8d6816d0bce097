import { kernelVersion } from '../../../workers/kernel-version.js';
import type { PartialCount } from '../../plan/partial-count.js';
import { mostExpensiveFirst } from '../../plan/plan.js';
import type { Subproblem } from '../../plan/subproblem.js';
import { idsByPlace, largestCountsByPlace, placesById, type SubproblemList } from '../../plan/subproblem-list.js';
import type { Database } from '../database/database.js';
import { explainDatabaseError } from '../database/database-error.js';
import { type Fault, faultOf } from '../ledger/results.js';
import { type Run, standingOf } from '../ledger/runs.js';
import type { ClusterJob } from './job.js';
import { Outstanding, Pace, Waiting } from './packing.js';
import type { JobQueue } from './queue.js';

/** Jobs that the queue holds for each thread: some minutes' worth, whatever the size of the plan. */
const JOBS_PER_SLOT = 20;

/** Jobs handed to the queue in one transaction. */
const AT_ONCE = 50;

/** Jobs that are left behind at most: a day's work for a thread. */
const MOST_JOBS_LEFT_BEHIND = 10_000;

/** Threads that these are shared among, while fewer are here. */
const EXPECTED_THREADS = 64;

/** Keeps the queue supplied with what a run's ledger lacks. Methods that ask the queue throw an Error in one line. */
export class Feeder {
  readonly #queue: JobQueue;
  readonly #database: Database;
  readonly #run: Run;
  readonly #kernel = kernelVersion();
  readonly #placeById: (id: string) => number;
  readonly #largestAt: (place: number) => number;
  /** By place: 1 for what is to be counted. */
  readonly #isUnfinished: Uint8Array;
  #left: number;
  readonly #waiting: Waiting;
  readonly #outstanding = new Outstanding();
  /** What is in the queue to be counted a second time. */
  readonly #again = new Outstanding();
  readonly #pace: Pace;

  /**
   * @param database the one that the queue is in.
   * @param subproblems what is to be counted, in the order in which it is to be begun.
   */
  constructor(queue: JobQueue, database: Database, run: Run, subproblems: Iterable<Subproblem>) {
    this.#queue = queue;
    this.#database = database;
    this.#run = run;
    this.#placeById = placesById(run.plan.subproblems);
    this.#largestAt = largestCountsByPlace(run.plan.subproblems);
    const places = new Uint32Array(run.plan.subproblems.length);
    this.#isUnfinished = new Uint8Array(run.plan.subproblems.length);
    this.#left = 0;
    for (const { id } of subproblems) {
      const place = this.#placeById(id);
      places[this.#left++] = place;
      this.#isUnfinished[place] = 1;
    }
    this.#waiting = new Waiting(run.plan.subproblems, places.subarray(0, this.#left));
    this.#pace = new Pace(run.plan.algorithm);
  }

  /** How many subproblems are to be counted. */
  get left(): number {
    return this.#left;
  }

  /** How many of them are in the queue, or with a worker. */
  get inQueue(): number {
    return this.#outstanding.size;
  }

  /** What is wrong with a result, if anything is. */
  faultOf(partial: PartialCount): Fault | undefined {
    const place = this.#placeById(partial.id);
    return faultOf(partial, place < 0 ? undefined : this.#largestAt(place));
  }

  /** Takes note of a subproblem that was counted. @returns it, if it was to be counted. */
  finish({ id, milliseconds }: PartialCount): Subproblem | undefined {
    const place = this.#placeById(id);
    if (!this.#isUnfinished[place]) return undefined;
    this.#isUnfinished[place] = 0;
    this.#left--;
    this.#outstanding.remove(place);
    const subproblem = this.#run.plan.subproblems.at(place);
    if (subproblem) this.#pace.learn(subproblem.cost, milliseconds);
    return subproblem;
  }

  /** Fills the queue up for this many threads. */
  async feed(slots: number, most = JOBS_PER_SLOT * slots): Promise<void> {
    while (this.#outstanding.jobs < most) {
      const packs: number[][] = [];
      while (packs.length < Math.min(AT_ONCE, most - this.#outstanding.jobs)) {
        const cost = this.#pace.costOfJob(this.#waiting.cost, slots);
        const size = this.#pace.most(this.#waiting.size, slots);
        const pack = this.#waiting.take(cost, size, (place) => this.#isWanted(place));
        if (pack.length === 0) break;
        packs.push(pack);
      }
      if (packs.length === 0) return;
      await this.#put(packs);
    }
  }

  /**
   * Puts subproblems into the queue that are finished and to be counted a second time. Their jobs look like all others.
   *
   * @param ids all that still are.
   */
  async feedAgain(ids: readonly string[], slots: number): Promise<void> {
    const open = new Set(ids.map(this.#placeById));
    for (const place of this.#again.places()) if (!open.has(place)) this.#again.remove(place);
    const waiting = new Waiting(
      this.#run.plan.subproblems,
      [...open].filter((place) => !this.#again.has(place)),
    );
    const most = JOBS_PER_SLOT * slots;
    while (waiting.size > 0 && this.#again.jobs < most) {
      const cost = this.#pace.costOfJob(waiting.cost, slots);
      const pack = waiting.take(cost, this.#pace.most(waiting.size, slots), () => true);
      await this.#add([pack]);
      this.#again.add(pack);
    }
  }

  /** Whether a subproblem is neither finished nor in the queue: what was adopted is there, and waits as well. */
  #isWanted(place: number): boolean {
    return this.#isUnfinished[place] === 1 && !this.#outstanding.has(place);
  }

  async #put(packs: readonly number[][]): Promise<void> {
    try {
      await this.#want(packs.flat());
      await this.#add(packs);
    } catch (error) {
      this.#waiting.putBack(packs.flat());
      throw error;
    }
    for (const pack of packs) this.#outstanding.add(pack);
  }

  async #add(packs: readonly number[][]): Promise<void> {
    const jobs = packs.map((pack) => ({ name: this.#run.name, data: this.#job(pack) }));
    await this.#queue.addBulk(jobs).catch((error) => {
      throw explainDatabaseError(error, this.#database.url);
    });
  }

  /** Has the ledger accept results of these from workers that do not own it. */
  async #want(places: readonly number[]): Promise<void> {
    const idAt = idsByPlace(this.#run.plan.subproblems);
    await this.#database.query('select queens_par.want($1::integer, $2::text[], $3::integer[], $4::bigint[])', [
      this.#run.id,
      places.map((place) => idAt(place)),
      places,
      places.map((place) => Math.min(this.#largestAt(place), Number.MAX_SAFE_INTEGER)),
    ]);
  }

  /** The jobs of this run that are in the queue, from any coordinator: the places of their subproblems. */
  async jobsInQueue(): Promise<number[][]> {
    return (await this.#queued()).filter(({ data }) => this.#isOurs(data)).map(({ data }) => data.subproblems);
  }

  /**
   * Takes over what an earlier coordinator put into the queue. If that was another version of the program, nobody would
   * count it: it is taken out.
   */
  async adopt(): Promise<void> {
    for (const job of await this.#queued()) {
      if (this.#isOurs(job.data)) {
        const places = job.data.subproblems.filter((place) => this.#isUnfinished[place]);
        await this.#want(places);
        this.#outstanding.add(places);
        this.#again.add(job.data.subproblems.filter((place) => !this.#isUnfinished[place]));
      } else {
        await job.remove().catch(() => {}); // a worker that takes it at this moment will refuse it
      }
    }
  }

  /**
   * Feeds again the subproblems that were in the queue, are there no longer, and were never finished. Call it after
   * `finish` was told everything that came into the ledger before `jobs` were listed.
   */
  recover(jobs: readonly number[][]): void {
    const there = new Set(jobs.flat());
    for (const place of this.#again.places()) if (!there.has(place)) this.#again.remove(place);
    const lost = this.#outstanding.places().filter((place) => !there.has(place));
    for (const place of lost) this.#outstanding.remove(place);
    this.#waiting.putBack(lost);
  }

  async #queued() {
    const jobs = await this.#queue.getJobs(['waiting', 'active', 'delayed', 'prioritized']).catch((error) => {
      throw explainDatabaseError(error, this.#database.url);
    });
    return jobs.filter((job) => job?.data?.run === this.#run.id); // one may be gone between being listed and being read
  }

  #isOurs({ planHash, kernel }: ClusterJob): boolean {
    return planHash === this.#run.plan.hash && kernel === this.#kernel;
  }

  #job(subproblems: number[]): ClusterJob {
    const { id: run, name, plan } = this.#run;
    const { n, algorithm, options, hash: planHash } = plan;
    return { run, name, n, algorithm, options: { ...options }, planHash, kernel: this.#kernel, subproblems };
  }
}

/**
 * Puts jobs into the queue, without waiting for their results.
 *
 * @param left what the ledger lacks.
 * @returns how many of these are in the queue now.
 */
export async function feedOnce(queue: JobQueue, database: Database, run: Run, left: SubproblemList): Promise<number> {
  const feeder = new Feeder(queue, database, run, mostExpensiveFirst(left));
  await feeder.adopt();
  await feeder.feed(Math.max((await standingOf(database, run)).threads, EXPECTED_THREADS), MOST_JOBS_LEFT_BEHIND);
  return feeder.inQueue;
}
