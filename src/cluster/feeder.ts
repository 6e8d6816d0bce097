import { placesById } from '../plan/subproblem-list.js';
import type { ClusterJob } from './job.js';
import { kernelVersion } from './kernel-version.js';
import { Outstanding } from './outstanding.js';
import { Pace, Waiting } from './packing.js';
import type { JobQueue } from './queue.js';
import type { Run } from './runs.js';

/** Jobs that the queue holds for each thread: some minutes' worth, whatever the size of the plan. */
const JOBS_PER_SLOT = 20;

/** Jobs handed to the queue in one transaction. */
const AT_ONCE = 50;

/** Keeps the queue supplied with what a run's ledger lacks. */
export class Feeder {
  readonly #queue: JobQueue;
  readonly #run: Run;
  readonly #kernel = kernelVersion();
  readonly #placeById: (id: string) => number;
  readonly #unfinished: Set<number>;
  readonly #waiting: Waiting;
  readonly #outstanding = new Outstanding();
  readonly #pace: Pace;

  /** @param ids what is to be counted, in the order in which it is to be begun. */
  constructor(queue: JobQueue, run: Run, ids: readonly string[]) {
    this.#queue = queue;
    this.#run = run;
    this.#placeById = placesById(run.plan.subproblems);
    const places = ids.map((id) => this.#placeOf(id));
    this.#unfinished = new Set(places);
    this.#waiting = new Waiting(run.plan.subproblems, places);
    this.#pace = new Pace(run.plan.algorithm);
  }

  /** Whether everything that is left to be counted is in the queue. */
  get isDry(): boolean {
    return this.#unfinished.size <= this.inQueue;
  }

  /** How many subproblems are in the queue, or with a worker. */
  get inQueue(): number {
    return this.#outstanding.size;
  }

  /** A subproblem was counted. */
  finished(id: string, cost: number, milliseconds: number): void {
    const place = this.#placeOf(id);
    this.#unfinished.delete(place);
    this.#outstanding.remove(place);
    this.#pace.learn(cost, milliseconds);
  }

  /** Fills the queue up for so many threads. */
  async feed(slots: number, most = JOBS_PER_SLOT * slots): Promise<void> {
    while (this.#outstanding.jobs < most) {
      const packs: number[][] = [];
      while (packs.length < Math.min(AT_ONCE, most - this.#outstanding.jobs)) {
        const cost = this.#pace.costOfJob(this.#waiting.cost, slots);
        const size = this.#pace.most(this.#waiting.size, slots);
        const pack = this.#waiting.take(cost, size, (place) => this.#unfinished.has(place));
        if (pack.length === 0) break;
        packs.push(pack);
      }
      if (packs.length === 0) return;
      await this.#queue.addBulk(packs.map((pack) => ({ name: this.#run.name, data: this.#job(pack) })));
      for (const pack of packs) this.#outstanding.add(pack);
    }
  }

  /** The jobs of this run that are in the queue, whoever put them there: the places of their subproblems. */
  async jobsInQueue(): Promise<number[][]> {
    return (await this.#queued()).filter(({ data }) => this.#isOurs(data)).map(({ data }) => data.subproblems);
  }

  /**
   * Takes over what an earlier coordinator put into the queue. If that was another version of the program, nobody would
   * count it: it is taken out.
   */
  async adopt(): Promise<void> {
    for (const job of await this.#queued()) {
      if (this.#isOurs(job.data))
        this.#outstanding.add(job.data.subproblems.filter((place) => this.#unfinished.has(place)));
      else await job.remove().catch(() => {}); // a worker that takes it at this moment will refuse it
    }
  }

  /**
   * Has those counted again that were in the queue once, are there no more, and never came to be finished. To be called
   * after everything was told to `finished` that came into the ledger before `jobs` were listed.
   */
  recover(jobs: readonly number[][]): void {
    const there = new Set(jobs.flat());
    const lost = this.#outstanding.places().filter((place) => !there.has(place));
    for (const place of lost) this.#outstanding.remove(place);
    this.#waiting.putBack(lost);
  }

  async #queued() {
    const jobs = await this.#queue.getJobs(['waiting', 'active', 'delayed', 'prioritized']);
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

  #placeOf(id: string): number {
    const place = this.#placeById(id);
    if (place < 0) throw new RangeError(`the plan has no subproblem ${id}`);
    return place;
  }
}
