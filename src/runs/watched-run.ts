import { type Agreement, compareWithKnown } from '../board/known-counts.js';
import type { Progress } from '../count/progress.js';
import { type Ledger, sum } from '../ledger/ledger.js';
import { MemoryLedger } from '../ledger/memory.js';
import type { PartialCount } from '../plan/partial-count.js';
import type { Plan, Share } from '../plan/plan.js';
import type { Subproblem } from '../plan/subproblem.js';
import { RunMap } from './run-map.js';
import type { RunFigures, RunState, RunUpdate, WorkerFigures } from './run-update.js';

/** A worker, as it was heard of last. */
interface Worker {
  subproblem: string | undefined;
  since: number;
  finished: number;
}

/** A run and what there is to see of it. Whoever counts reports to it; whoever watches asks it for updates. */
export class WatchedRun {
  /** What is finished: to be filled by whoever counts. */
  readonly ledger: Ledger;
  /** What is known of the workers, where nobody says what each begins. */
  workers: readonly WorkerFigures[] | undefined;
  readonly #plan: Plan;
  readonly #share: Share;
  readonly #part: string | undefined;
  readonly #memory: MemoryLedger;
  readonly #map: RunMap;
  readonly #workers = new Map<number, Worker>();
  /** Tells this run from another one under the same name, as after a restart of the server. */
  readonly #epoch = Math.random().toString(36).slice(2);
  #state: RunState = 'stopped';
  #progress: Progress | undefined;
  #conflicts = 0;
  #busyMilliseconds = 0;
  #problem: string | undefined;
  #result: { readonly count: string; readonly agreement: Agreement } | undefined;

  /** @param share what of the plan is counted; the whole, if it is not given. @param part its name. */
  constructor(plan: Plan, { share = plan, part }: { share?: Share; part?: string } = {}) {
    this.#plan = plan;
    this.#share = share;
    this.#part = part;
    this.#map = new RunMap(share.subproblems.length);
    const memory = new MemoryLedger(share.subproblems);
    this.#memory = memory;
    this.ledger = {
      finished: () => memory.finished(),
      get: (id) => memory.get(id),
      has: (id) => memory.has(id),
      enter: (partial) => this.#enter(partial),
    };
  }

  get state(): RunState {
    return this.#state;
  }

  /** Subproblems finished, as the last progress told. */
  get finished(): number {
    return this.#progress?.finished ?? 0;
  }

  /** What of the plan is counted. */
  get share(): Share {
    return this.#share;
  }

  /** The subproblem with this id, if there is one. */
  subproblem(id: string): Subproblem | undefined {
    return this.#memory.subproblem(id);
  }

  #enter(partial: PartialCount): void {
    this.#memory.enter(partial);
    this.#busyMilliseconds += partial.milliseconds;
    this.#map.finished(this.#memory.placeOf(partial.id), partial.milliseconds);
    for (const worker of this.#workers.values()) {
      if (worker.subproblem !== partial.id) continue;
      worker.subproblem = undefined;
      worker.finished++;
    }
  }

  /** Counting begins, or goes on after a stop. */
  begin(): void {
    this.#state = 'counting';
    this.#problem = undefined;
    this.#busyMilliseconds = 0;
    this.#workers.clear();
  }

  /** A worker begins a subproblem. If another one had it, that one is gone. */
  started(subproblem: string, number: number): void {
    for (const [other, { subproblem: held }] of this.#workers) {
      if (held === subproblem && other !== number) this.#workers.delete(other);
    }
    const worker = this.#workers.get(number) ?? { subproblem: undefined, since: 0, finished: 0 };
    if (worker.subproblem !== undefined) worker.finished++; // its result is on the way
    this.#workers.set(number, { ...worker, subproblem, since: performance.now() });
  }

  progress(progress: Progress): void {
    this.#progress = progress;
  }

  /** A subproblem was counted twice, with different results. */
  conflict(): void {
    this.#conflicts++;
  }

  /** The run is in this state now. Once all is finished, and without a conflict, the total is taken. */
  turn(state: RunState, problem?: string): void {
    this.#state = state;
    this.#problem = problem;
    if (state === 'counting') return;
    for (const worker of this.#workers.values()) worker.subproblem = undefined;
    if (state !== 'finished' || this.#share !== this.#plan || this.#conflicts > 0 || this.#result) return;
    const { count } = sum(this.#plan, this.#memory);
    this.#result = { count: String(count), agreement: compareWithKnown(this.#plan.n, count) };
  }

  /**
   * What is new.
   *
   * @param since the version of an earlier update; everything, if it is not one of this run.
   */
  update(since = ''): RunUpdate {
    const [epoch, seen] = since.split('.');
    const isKnown = epoch === this.#epoch && /^\d{1,15}$/.test(seen ?? '');
    const { n, algorithm, subproblems } = this.#share;
    const part = this.#part;
    const header = { n, algorithm, subproblems: subproblems.length, perCell: this.#map.perCell, ...(part && { part }) };
    return {
      version: `${this.#epoch}.${this.#map.version}`,
      ...(!isKnown && { header }),
      cells: this.#map.changedSince(isKnown ? Number(seen) : 0),
      figures: this.#figures(),
      workers: this.workers ?? this.#workerFigures(),
    };
  }

  #figures(): RunFigures {
    const { finished = 0, part = 0, seconds = 0, secondsLeft, workPerSecond = 0 } = this.#progress ?? {};
    const busy = seconds > 0 ? this.#busyMilliseconds / 1000 / seconds : 0;
    return {
      state: this.#state,
      ...{ finished, part, seconds, work: Math.round(workPerSecond * seconds), busy, conflicts: this.#conflicts },
      ...(secondsLeft !== undefined && { secondsLeft }),
      ...(this.#conflicts === 0 && this.#result), // one may have come later
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
  }

  #workerFigures(): WorkerFigures[] {
    const now = performance.now();
    return [...this.#workers.values()].map(({ subproblem, since, finished }, index) => ({
      name: `thread ${index + 1}`,
      ...(subproblem !== undefined && { subproblem, cell: this.#map.cellOf(this.#memory.placeOf(subproblem)) }),
      milliseconds: subproblem === undefined ? 0 : Math.round(now - since),
      finished,
    }));
  }
}
