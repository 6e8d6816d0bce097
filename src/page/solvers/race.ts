import { builtFile } from '../parts/built-file.js';
import type { ToWorker } from '../worker.js';
import { canRun, type LaneFigures, type LaneName, type LaneReport, laneNames, NOTHING_DONE } from './lanes.js';

/** A lane of a race. A lane that failed has a message. */
export interface Lane extends LaneFigures {
  readonly state: 'waiting' | 'running' | 'finished' | 'too long' | 'stopped' | 'failed';
  readonly message?: string;
}

/**
 * A race of all lanes for n queens. Each lane has a web worker of its own, so none runs code that another one has
 * compiled, and its time is the worker's own time.
 *
 * There is at most one worker for each core. The lanes start from the fastest to the slowest, so the fast ones need not
 * wait until slow ones are over, however few cores there are. They are that fast that all seem to start together.
 */
export class Race {
  readonly n: number;
  readonly #lanes: Map<LaneName, Lane>;
  readonly #onChange: () => void;
  #workers: Worker[] = [];

  /** Starts all lanes. @param onChange called after every change of a lane. */
  constructor(n: number, onChange: () => void) {
    this.n = n;
    this.#onChange = onChange;
    const names = laneNames.filter((name) => canRun(name, n));
    this.#lanes = new Map(names.map((name) => [name, { state: 'waiting', ...NOTHING_DONE }]));
    for (let core = 0; core < Math.min(navigator.hardwareConcurrency, names.length); core++) this.#runFrom(names);
  }

  /** Returns the state of a lane; undefined if it cannot run for n queens. */
  lane(name: LaneName): Lane | undefined {
    return this.#lanes.get(name);
  }

  /** The lanes that have finished, by name. */
  get finished(): ReadonlyMap<LaneName, Lane> {
    return new Map([...this.#lanes].filter(([, { state }]) => state === 'finished'));
  }

  /** Number of lanes that are not over yet. */
  get remaining(): number {
    return [...this.#lanes.values()].filter(({ state }) => state === 'waiting' || state === 'running').length;
  }

  /** Stops the lanes that are not over. Their figures stay. */
  stop(): void {
    for (const worker of this.#workers) worker.terminate();
    this.#workers = [];
    for (const [name, lane] of this.#lanes) {
      if (lane.state === 'waiting' || lane.state === 'running') this.#lanes.set(name, { ...lane, state: 'stopped' });
    }
    this.#onChange();
  }

  /** Takes the last of the waiting lanes, runs it, and takes the next one. */
  #runFrom(waiting: LaneName[]): void {
    const name = waiting.pop();
    if (name === undefined) return;
    const worker = new Worker(builtFile('worker'), { type: 'module' });
    this.#workers.push(worker);
    this.#lanes.set(name, { state: 'running', ...NOTHING_DONE });

    const update = (report: LaneReport) => {
      if (this.#lanes.get(name)?.state !== 'running') return; // stopped, while this report was on its way
      this.#lanes.set(name, { ...NOTHING_DONE, ...report });
      if (report.state !== 'running') {
        worker.terminate();
        this.#runFrom(waiting);
      }
      this.#onChange();
    };
    worker.onmessage = ({ data }: MessageEvent<LaneReport>) => update(data);
    worker.onerror = ({ message = 'the worker cannot be loaded' }) => update({ state: 'failed', message });
    worker.postMessage({ lane: name, n: this.n, kernel: builtFile('meet') } satisfies ToWorker);
  }
}
