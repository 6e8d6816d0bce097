import { messageOf } from '../../core/errors/errors.js';
import { type SolverName, solverNames } from '../../core/textbook/solver-names.js';
import { CORES, WorkerClient } from '../worker/worker-client.js';
import { countBoardsToTest, type Lane, MAX_BOARDS, WAITING } from './race-lanes.js';
import type * as functions from './run-lane.js';

/**
 * A race of all lanes for n queens. Each lane has its own web worker, so none profits from code that another lane has
 * compiled. Its time is measured in the worker.
 *
 * One core is left for the page, and at most one worker runs for each other core, so no lane slows another one down.
 * Lanes that only forecast come first, then the fastest, so none waits for a slow one, however few cores there are.
 */
export class Race {
  readonly n: number;
  readonly #lanes = new Map<SolverName, Lane>();
  readonly #onChange: () => void;
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

  get unfinished(): readonly SolverName[] {
    return solverNames.filter((name) => ['waiting', 'running'].includes(this.lane(name).state));
  }

  /** Whether the winner is known: at most one lane, the slowest, has not finished. */
  get isDecided(): boolean {
    return this.unfinished.length <= 1 && this.ranking.length > 1;
  }

  /** Whether other programs made a lane's time too long. */
  get isBusy(): boolean {
    return this.ranking.some(([, { isBusy }]) => isBusy);
  }

  /** Stops all waiting and running lanes. Their statistics stay. */
  stop(): void {
    for (const worker of this.#workers) worker.end();
    this.#workers = [];
    for (const name of this.unfinished) this.#lanes.set(name, { ...this.lane(name), state: 'stopped' });
    this.#onChange();
  }

  /** Runs the waiting lanes, one after another, from the first. */
  async #runLanes(waiting: SolverName[]): Promise<void> {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      if (this.lane(name).state === 'waiting') await this.#run(name);
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
    this.#lanes.set(name, { ...WAITING, state: 'running' });
    try {
      update(await worker.call('runLane', { name, n: this.n }, update));
    } catch (error) {
      update({ ...WAITING, state: 'failed', message: messageOf(error) });
    }
    worker.end();
  }
}
