/** How subproblems become jobs: how many go into one, which wait for it, and which are in one and not finished. */
import type { Algorithm } from '../../plan/subproblem.js';
import type { SubproblemList } from '../../plan/subproblem-list.js';

/** Seconds of a thread that a job takes at most: long beside what it costs to hand over, short beside a machine's life. */
const LONGEST_JOB = 7;

/** Seconds that it takes at least, when little is left for many threads. */
const SHORTEST_JOB = 0.25;

/** Jobs that each thread should still get of what is left, so that all are done at about the same time. */
const JOBS_PER_SLOT = 4;

/** Subproblems in a job at most: its results are written in one transaction. */
const MOST_SUBPROBLEMS = 1000;

/** Seconds for a unit of cost, before anything was counted: placements and microseconds (one server core, 2026). */
const USUAL_SECONDS: Readonly<Record<Algorithm, number>> = { bitmask: 5e-9, meet: 1e-6 };

/** Learns from what is finished how long a unit of cost takes. */
export class Pace {
  readonly #guess: number;
  #seconds = 0;
  #cost = 0;

  constructor(algorithm: Algorithm) {
    this.#guess = USUAL_SECONDS[algorithm];
  }

  /** Takes note of how long a subproblem of this cost took. */
  learn(cost: number, milliseconds: number): void {
    this.#cost += cost;
    this.#seconds += milliseconds / 1000;
  }

  /** The cost that a job should have, when this cost is left for this number of threads. */
  costOfJob(left: number, slots: number): number {
    const secondsPerCost = this.#seconds > 0 ? this.#seconds / this.#cost : this.#guess;
    const share = (left * secondsPerCost) / (JOBS_PER_SLOT * slots);
    return Math.min(Math.max(share, SHORTEST_JOB), LONGEST_JOB) / secondsPerCost;
  }

  /** How many subproblems a job may have, when this number is left for this number of threads. */
  most(left: number, slots: number): number {
    if (this.#seconds > 0) return MOST_SUBPROBLEMS;
    // While nothing was measured, no job gets more than a share of them, however little they seem to cost.
    return Math.min(Math.ceil(left / (JOBS_PER_SLOT * slots)), MOST_SUBPROBLEMS);
  }
}

/** Subproblems that wait to be put into jobs, by their places in the plan, in four bytes each. */
export class Waiting {
  readonly #subproblems: SubproblemList;
  readonly #places: Uint32Array;
  #next = 0;
  /** What was put back, in reverse: the last one comes first. */
  readonly #again: number[] = [];
  #cost = 0;

  /** @param places in the order in which they are to be counted. */
  constructor(subproblems: SubproblemList, places: ArrayLike<number>) {
    this.#subproblems = subproblems;
    this.#places = Uint32Array.from(places);
    for (const place of this.#places) this.#cost += this.#costOf(place);
  }

  /** How many wait. */
  get size(): number {
    return this.#again.length + this.#places.length - this.#next;
  }

  /** Sum of their costs. */
  get cost(): number {
    return this.#cost;
  }

  /** Puts subproblems before all others. */
  putBack(places: readonly number[]): void {
    for (const place of places.toReversed()) {
      this.#again.push(place);
      this.#cost += this.#costOf(place);
    }
  }

  /** The next job: at most `most` subproblems of this cost in all, but at least one; none if nothing waits. */
  take(cost: number, most: number, isWanted: (place: number) => boolean): number[] {
    const job: number[] = [];
    let sum = 0;
    while (job.length < most && (job.length === 0 || sum < cost)) {
      const place = this.#again.pop() ?? this.#places[this.#next++];
      if (place === undefined) {
        this.#next = this.#places.length;
        break;
      }
      const itsCost = this.#costOf(place);
      this.#cost -= itsCost;
      if (!isWanted(place)) continue;
      job.push(place);
      sum += itsCost;
    }
    return job;
  }

  #costOf(place: number): number {
    return this.#subproblems.at(place)?.cost ?? 0;
  }
}

/** The jobs that are in the queue, and which of their subproblems are not finished. Subproblems are places in the plan. */
export class Outstanding {
  readonly #jobOf = new Map<number, number>();
  readonly #left = new Map<number, number>();
  #latestJob = 0;

  /** How many jobs have an unfinished subproblem. */
  get jobs(): number {
    return this.#left.size;
  }

  /** How many subproblems are in a job and not finished. */
  get size(): number {
    return this.#jobOf.size;
  }

  /** Whether this subproblem is in a job and not finished. */
  has(place: number): boolean {
    return this.#jobOf.has(place);
  }

  /** The places of the subproblems that are in a job and not finished. */
  places(): number[] {
    return [...this.#jobOf.keys()];
  }

  /** Takes note of a job that was put into the queue. A subproblem that is in an earlier one counts with that. */
  add(places: readonly number[]): void {
    const job = ++this.#latestJob;
    const added = places.filter((place) => !this.has(place));
    if (added.length === 0) return;
    for (const place of added) this.#jobOf.set(place, job);
    this.#left.set(job, added.length);
  }

  /** Takes note of a subproblem that was finished, or whose job got lost. */
  remove(place: number): void {
    const job = this.#jobOf.get(place);
    if (job === undefined) return;
    this.#jobOf.delete(place);
    const left = (this.#left.get(job) ?? 1) - 1;
    if (left > 0) this.#left.set(job, left);
    else this.#left.delete(job);
  }
}
