// src/core/runs computes the statistics of counts: the finished fraction, the rate, the time left, and the state. A Run
// computes them from the results of a count, with rate.ts and estimate.ts. progress.ts formats them, and
// run-map.ts maps the subproblems. watched-ledger.ts computes the statistics of a ledger that another process may be
// writing. The terminal, `status`, the page, the library and clusters show these statistics.

import { compareWithKnown } from '../board/known-counts.js';
import { indexById, largestCost, type Share } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';
import { type Results, totalOf } from '../results/results.js';
import { estimateProgress } from './estimate.js';
import type { Progress, RunState, RunStats } from './progress.js';
import { Rate, type TimedCost } from './rate.js';

/** Time in which no subproblem was being counted, in milliseconds, above which a count has stopped and resumed. */
const MIN_PAUSE = 1_000;

/** A subproblem that a thread of this process is counting: its total cost, and the seconds since its start. */
interface RunningSubproblem extends TimedCost {
  readonly id: string;
  /** Id of the thread. */
  readonly thread: number;
}

/**
 * The statistics of one count, in this process or elsewhere. A run reads new results from `results`, so add results
 * only there.
 */
export class Run {
  readonly share: Share;
  readonly results: Results;
  /** Number of counting threads; undefined if it must be inferred from the results. */
  threads: number | undefined;
  /** What each thread of other machines is counting, with the seconds since its start; undefined if unknown. */
  elsewhere: readonly TimedCost[] | undefined;
  /** Indexes of a part's subproblems, by id; undefined for a whole plan. */
  readonly #indexes: ReadonlyMap<string, number> | undefined;
  /** The subproblems that this process's threads are counting, each with its start time by performance.now(). */
  #started: readonly (Omit<RunningSubproblem, 'seconds'> & { readonly start: number })[] = [];
  readonly #rate = new Rate();
  #state: RunState = 'stopped';
  #problem: string | undefined;
  /** The latest fraction shown while the run is being counted. */
  #shown = 0;
  /** Number of results read so far, and sums over those that belong to the share. */
  #read = 0;
  readonly #sums = { finished: 0, cost: 0, threadSeconds: 0, work: 0, longest: 0 };
  /** Seconds spent counting in this process until its last stop; undefined if another process is counting. */
  #secondsBefore: number | undefined;
  /** Time of the latest start in this process, by performance.now(); undefined unless the run is being counted here. */
  #startedAt: number | undefined;

  /** Creates a run whose results come from a ledger or from other machines. */
  constructor(share: Share, results: Results) {
    this.share = share;
    this.results = results;
    if (results.plan !== share) this.#indexes = indexById(share.subproblems);
  }

  /** Creates a run that this process's threads count. Existing results are taken to be from an earlier count. */
  static local(share: Share, results: Results): Run {
    const run = new Run(share, results);
    run.threads = 0;
    run.#readResults().work = 0; // so the average rate covers only new results
    return run;
  }

  /** Sets the expected speed, which is used until results show the real one. @param slowdown as in `Rate.expect`. */
  expect(slowdown: number): void {
    this.#rate.expect(slowdown);
  }

  get state(): RunState {
    return this.#state;
  }

  /** Changes the state. @param problem the reason for a failure or a stop, or a problem with the file. */
  setState(state: RunState, problem?: string): void {
    if (state !== 'counting') {
      if (this.#startedAt !== undefined) this.#secondsBefore = this.seconds;
      this.#startedAt = undefined;
      this.#started = [];
      this.elsewhere = undefined;
      this.#shown = 0;
    }
    this.#state = state;
    this.#problem = problem;
  }

  /** Starts or resumes counting here. The run's clock runs until the count stops. */
  start(): void {
    if (this.#startedAt !== undefined) return;
    this.#secondsBefore ??= 0;
    this.#startedAt = performance.now();
    this.#readResults();
    this.#rate.restart();
    this.setState('counting');
  }

  /** Seconds spent counting in this process, by its monotonic clock; 0 if another process is counting. */
  get seconds(): number {
    const current = this.#startedAt === undefined ? 0 : (performance.now() - this.#startedAt) / 1000;
    return (this.#secondsBefore ?? 0) + current;
  }

  /**
   * Records that a thread of this process starts a subproblem. If the thread was counting another one, that one has
   * ended, but its result has not arrived yet. If another thread was counting the same one, that thread has died.
   */
  started(id: string, thread: number): void {
    const others = this.#started.filter((one) => one.thread !== thread && one.id !== id);
    const cost = this.results.subproblem(id)?.cost ?? 0;
    this.#started = [...others, { id, thread, cost, start: performance.now() }];
  }

  /** The subproblems that this process's threads are counting. */
  get running(): readonly RunningSubproblem[] {
    this.#readResults();
    const now = performance.now();
    return this.#started.map(({ start, ...one }) => ({ ...one, seconds: (now - start) / 1000 }));
  }

  /** Number of threads that are counting the run now, some of which may have no subproblem left. */
  get #countingThreads(): number {
    return this.#state === 'counting' ? (this.elsewhere?.length ?? this.threads ?? this.#rate.threads) : 0;
  }

  get isFinished(): boolean {
    return this.#readResults().finished === this.share.subproblems.length;
  }

  get threadSeconds(): number {
    return this.#readResults().threadSeconds;
  }

  /** Time of the latest result, in milliseconds since 1970; undefined if there is none. */
  get latest(): number | undefined {
    this.#readResults();
    return this.#rate.latest;
  }

  /** The longest time of a subproblem, in milliseconds; before the first result, the longest estimated time. */
  get longest(): number {
    const { finished, longest } = this.#readResults();
    return finished > 0 ? longest : largestCost(this.share);
  }

  /** Returns a subproblem's index in the share; -1 if the share does not contain it. */
  indexOf(id: string): number {
    return this.#indexes ? (this.#indexes.get(id) ?? -1) : this.results.indexOf(id);
  }

  progress(): Progress {
    const { n, algorithm, subproblems, cost } = this.share;
    const { finished, cost: finishedCost } = this.#readResults();
    const estimated = estimateProgress({
      cost,
      subproblems: subproblems.length,
      finishedCost,
      finished,
      running: this.elsewhere ?? this.running,
      rate: this.#rate,
      threads: this.#countingThreads,
      shown: this.#shown,
    });
    if (this.#state === 'counting') this.#shown = estimated.fraction;
    return { n, algorithm, finished, subproblems: subproblems.length, ...estimated, seconds: this.seconds };
  }

  stats(): RunStats {
    const { seconds, workPerSecond, ...progress } = this.progress();
    const { threadSeconds, work } = this.#sums;
    const average = this.#state !== 'counting' && work > 0 && seconds > 0 ? work / seconds : undefined;
    return {
      ...progress,
      state: this.#state,
      problem: this.#problem,
      workPerSecond: workPerSecond ?? average,
      seconds: this.#secondsBefore === undefined ? undefined : seconds,
      threadSeconds,
      latest: this.#rate.latest,
      ...this.#total(),
    };
  }

  #total(): Pick<RunStats, 'count' | 'agreement'> {
    const isWhole = this.results.plan === this.share;
    if (this.#state !== 'finished' || !isWhole) return {};
    const { count } = totalOf(this.share, this.results);
    return { count: String(count), agreement: compareWithKnown(this.share.n, count) };
  }

  /** Reads the results added since the last call, except those of other parts. Returns the running sums. */
  #readResults() {
    const sums = this.#sums;
    const added = this.results.since(this.#read);
    this.#read += added.length;
    for (const partial of [...added].sort((a, b) => a.ended - b.ended)) {
      const subproblem: Subproblem | undefined = this.share.subproblems[this.indexOf(partial.id)];
      if (!subproblem) continue;
      const start = partial.ended - partial.milliseconds;
      if (start - (this.#rate.latest ?? start) > MIN_PAUSE) this.#rate.restart();
      if (this.#started.length > 0) this.#started = this.#started.filter(({ id }) => id !== partial.id);
      this.#rate.add(partial, subproblem.cost);
      sums.finished++;
      sums.cost += subproblem.cost;
      sums.threadSeconds += partial.milliseconds / 1000;
      sums.work += partial.work;
      sums.longest = Math.max(sums.longest, partial.milliseconds);
    }
    return sums;
  }
}
