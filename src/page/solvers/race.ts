import { fetchKernel } from '../fetch-kernel.js';
import { WorkerClient } from '../worker-client.js';
import { canRun, type LaneName, type LaneStats, laneNames, NOTHING_DONE } from './race-lanes.js';

/** A lane of a race. If it has failed, the message says why. */
export interface Lane extends LaneStats {
  readonly state: 'waiting' | 'running' | 'finished' | 'too long' | 'stopped' | 'failed';
  readonly message?: string;
}

/**
 * A race of all lanes for n queens. Each lane has its own web worker, so none profits from code that another lane has
 * compiled. Its time is measured in the worker.
 *
 * At most one worker runs for each core. The fastest lanes start first, so they never wait for slow ones, however few
 * cores there are. They are so fast that all lanes seem to start together.
 */
export class Race {
  readonly n: number;
  readonly #lanes: Map<LaneName, Lane>;
  readonly #onChange: () => void;
  #workers: WorkerClient[] = [];

  /** Starts all lanes. @param onChange called after every change of a lane. */
  constructor(n: number, onChange: () => void) {
    this.n = n;
    this.#onChange = onChange;
    const names = laneNames.filter((name) => canRun(name, n));
    this.#lanes = new Map(names.map((name) => [name, { state: 'waiting', ...NOTHING_DONE }]));
    for (let core = 0; core < Math.min(navigator.hardwareConcurrency, names.length); core++) this.#runLanes(names);
  }

  /** Returns the state of a lane; undefined if it cannot run for n queens. */
  lane(name: LaneName): Lane | undefined {
    return this.#lanes.get(name);
  }

  /** The lanes that have finished, by name. */
  get finished(): ReadonlyMap<LaneName, Lane> {
    return new Map([...this.#lanes].filter(([, { state }]) => state === 'finished'));
  }

  /** Number of waiting and running lanes. */
  get remaining(): number {
    return [...this.#lanes.values()].filter(({ state }) => state === 'waiting' || state === 'running').length;
  }

  /** Stops all waiting and running lanes. Their statistics stay. */
  stop(): void {
    for (const worker of this.#workers) worker.end();
    this.#workers = [];
    for (const [name, lane] of this.#lanes) {
      if (lane.state === 'waiting' || lane.state === 'running') this.#lanes.set(name, { ...lane, state: 'stopped' });
    }
    this.#onChange();
  }

  /** Runs the waiting lanes, one after another, from the last. */
  async #runLanes(waiting: LaneName[]): Promise<void> {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (this.#lanes.get(name)?.state === 'waiting') await this.#run(name);
    }
  }

  async #run(name: LaneName): Promise<void> {
    const update = (lane: Lane) => {
      if (this.#lanes.get(name)?.state !== 'running') return; // stopped while this report was on its way
      this.#lanes.set(name, lane);
      this.#onChange();
    };
    const worker = new WorkerClient();
    this.#workers.push(worker);
    this.#lanes.set(name, { state: 'running', ...NOTHING_DONE });
    try {
      const modules = name === 'meet' ? await fetchKernel(name) : undefined;
      update(await worker.call('race', { lane: name, n: this.n, modules }, update));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      update({ ...NOTHING_DONE, state: 'failed', message });
    }
    worker.end();
  }
}
