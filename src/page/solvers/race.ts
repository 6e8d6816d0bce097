import { messageOf } from '../../core/errors/errors.js';
import { type SolverName, solverNames } from '../../core/textbook/solver-names.js';
import { solvers } from '../../core/textbook/solvers.js';
import { CORES, WorkerClient } from '../worker/worker-client.js';
import { countBoardsToTest, findFraction, type Lane, MAX_BOARDS, WAITING } from './race-lanes.js';
import type * as functions from './run-lane.js';

/** Length of the slow motion, in seconds. All lanes that turn back arrive within it. */
export const SHOW_SECONDS = 10;

/** Factor by which times on a busy computer may be wrong without being noticed. */
const MAX_DISTORTION = 3;

/**
 * Factor by which a lane may need longer for a test than another. `bitmask`, whose tests check whole rows, needs up to
 * seven times as long in Chromium and ten times in Firefox (2026-11-28).
 */
const MAX_SPREAD = 12;

/** Maximum number of times that a lane runs. */
const MAX_RUNS = 3;

/**
 * A race of all lanes for n queens. Each lane has its own web worker, which measures the lane's time, so no lane
 * profits from code that was compiled for another.
 *
 * One core is left for the page, and each of the others runs at most one worker, so no lane slows another down. Lanes
 * that only forecast come first, then the fastest, so no lane waits for a slow one, however few cores there are.
 */
export class Race {
  readonly n: number;
  readonly #lanes = new Map<SolverName, Lane>();
  /** Number of times that each lane has been started. */
  readonly #runs = new Map<SolverName, number>();
  readonly #onChange: () => void;
  /** Seconds of the slow motion that have been shown. */
  #shown = 0;
  #workers: WorkerClient<typeof functions>[] = [];

  /** Starts all lanes. @param onChange called after every change of a lane. */
  constructor(n: number, onChange: () => void) {
    this.n = n;
    this.#onChange = onChange;
    const isTooLong = (name: SolverName) => (countBoardsToTest(name, n) ?? 0) > MAX_BOARDS;
    const waiting = [...solverNames].reverse().sort((a, b) => Number(isTooLong(b)) - Number(isTooLong(a)));
    for (let core = 1; core < Math.max(2, CORES); core++) this.#runLanes(waiting);
  }

  lane(name: SolverName): Lane {
    return this.#lanes.get(name) ?? WAITING;
  }

  /** The finished lanes, from the fastest to the slowest. */
  get ranking(): readonly (readonly [name: SolverName, lane: Lane])[] {
    return [...this.#lanes]
      .filter(([, { state }]) => state === 'finished')
      .sort(([, a], [, b]) => a.seconds - b.seconds);
  }

  /** All lanes, from the fastest to the slowest. Lanes without a time come last, the best idea first. */
  get order(): readonly SolverName[] {
    return [...new Set([...this.ranking.map(([name]) => name), ...[...solverNames].reverse()])];
  }

  /** The lanes that have not finished or will run again. */
  get unfinished(): readonly SolverName[] {
    const starved = this.#starved.filter((name) => (this.#runs.get(name) ?? 0) < MAX_RUNS);
    return solverNames.filter(
      (name) => ['waiting', 'running'].includes(this.lane(name).state) || starved.includes(name),
    );
  }

  /** The lanes that other programs starved and that would have won otherwise, judging by the other lanes' tests. */
  get #starved(): readonly SolverName[] {
    const [first, ...others] = this.ranking;
    const secondsPerTest = Math.min(...this.ranking.map(([, { seconds, tests }]) => seconds / tests));
    return others.flatMap(([name, { seconds, tests }]) => {
      const expected = tests * secondsPerTest;
      return seconds > MAX_SPREAD * expected && expected < (first?.[1].seconds ?? 0) ? [name] : [];
    });
  }

  /** Whether the fastest lane is known: at most one other lane has no time yet, and that one tests whole boards. */
  get isDecided(): boolean {
    const open = solverNames.filter((name) => this.unfinished.includes(name) || this.lane(name).state === 'stopped');
    return this.ranking.length > 1 && open.length <= 1 && open.every((name) => solvers[name].visits === 'board');
  }

  /** `measuring` until the race is decided, then `showing` it in slow motion, then `over`. */
  get phase(): 'measuring' | 'showing' | 'over' {
    if (this.#shown >= SHOW_SECONDS) return 'over';
    return this.isDecided ? 'showing' : 'measuring';
  }

  /** Whether other programs made a lane's time too long. */
  get isBusy(): boolean {
    return this.ranking.some(([, { isBusy }]) => isBusy);
  }

  /** The lanes that may have won: one, or several whose times are too close to call or wrong on a busy computer. */
  get winners(): readonly SolverName[] {
    const limit = (this.ranking[0]?.[1].seconds ?? 0) * (this.isBusy ? MAX_DISTORTION : 1);
    const starved = this.#starved;
    return this.ranking
      .filter(([name, { seconds }]) => seconds <= limit || starved.includes(name))
      .map(([name]) => name);
  }

  /** Seconds of the race that the slow motion shows: the time of the slowest lane that turns back. */
  get length(): number {
    const turningBack = this.ranking.filter(([name]) => solvers[name].visits === 'queen');
    return Math.max(0, ...turningBack.map(([, { seconds }]) => seconds));
  }

  /** Returns the fraction of a lane's track that it has covered in the slow motion, from 0 to 1. */
  progress(name: SolverName): number {
    const arrival = this.arrival(name);
    return arrival && this.phase !== 'measuring' ? Math.min(1, this.#shown / arrival) : 0;
  }

  /** Returns the seconds after which a lane arrives in the slow motion; 0 if that is not known. */
  arrival(name: SolverName): number {
    const lane = this.lane(name);
    return (SHOW_SECONDS * lane.seconds) / findFraction(name, this.n, lane) / this.length;
  }

  /** Shows more of the race. @param seconds since the last call; Infinity to show its end. */
  show(seconds: number): void {
    this.#shown = Math.min(SHOW_SECONDS, this.#shown + seconds);
    this.#onChange();
  }

  /** Stops all waiting and running lanes, which keep their statistics, and ends the slow motion. */
  stop(): void {
    for (const worker of this.#workers) worker.end();
    this.#workers = [];
    for (const name of this.unfinished) this.#lanes.set(name, { ...this.lane(name), state: 'stopped' });
    this.show(Number.POSITIVE_INFINITY);
  }

  /** Runs the waiting lanes one after another, starting with the first. */
  async #runLanes(waiting: SolverName[]): Promise<void> {
    // A starved lane is known by comparison, so it runs again after another lane has finished.
    const next = () => this.unfinished.find((name) => this.lane(name).state === 'finished') ?? waiting.shift();
    for (let name = next(); name !== undefined; name = next()) {
      if (['waiting', 'finished'].includes(this.lane(name).state)) await this.#run(name);
    }
  }

  async #run(name: SolverName): Promise<void> {
    const update = (lane: Lane) => {
      if (this.lane(name).state !== 'running') return; // stopped while this report was on its way
      this.#lanes.set(name, lane);
      this.#onChange();
    };
    const worker = new WorkerClient<typeof functions>();
    this.#workers.push(worker);
    this.#runs.set(name, (this.#runs.get(name) ?? 0) + 1);
    this.#lanes.set(name, { ...WAITING, state: 'running' });
    try {
      update(await worker.call('runLane', { name, n: this.n }, update));
    } catch (error) {
      update({ ...WAITING, state: 'failed', message: messageOf(error) });
    }
    worker.end();
  }
}
