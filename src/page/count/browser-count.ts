import type { KernelModules } from '../../../workers/kernels.js';
import { CountTask } from '../../count/count-task.js';
import { Results } from '../../ledger/results.js';
import { planBitmask } from '../../plan/bitmask-plan.js';
import { chooseAlgorithm } from '../../plan/choose-plan.js';
import { planMeet } from '../../plan/meet-plan.js';
import type { Algorithm } from '../../plan/subproblem.js';
import { Run } from '../../runs/run.js';
import { makeTileMap, type RunUpdate } from '../../runs/run-update.js';
import { builtFile } from '../parts/built-file.js';
import { webWorkerExecutor } from './web-worker-executor.js';

/** Threads to plan for. The map then has a hundred tiles or more. From 18 queens on, this costs less than a quarter. */
const PLANNED_THREADS = 24;

/** A count in this browser, with the same kernels and the same ledger as on the command line. */
export class BrowserCount {
  readonly run: Run;
  readonly threads: number;
  #stop = new AbortController();

  constructor(n: number, threads: number) {
    const isMeet = chooseAlgorithm(n, {}) === 'meet';
    const plan = isMeet ? planMeet(n, { threads: PLANNED_THREADS }) : planBitmask(n, 3);
    this.threads = threads;
    this.run = Run.local(plan, new Results(plan));
    this.run.expect(1); // the reference machine's speed, until the real one is measured
  }

  /**
   * Counts the remaining subproblems, until `stop` is called. Does nothing if they are already being counted.
   *
   * @returns a promise that never rejects. Errors appear in the run's figures.
   */
  async start(): Promise<void> {
    const { run } = this;
    if (run.state === 'counting') return;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    run.start();
    try {
      const counting = new CountTask(run, async () => {
        const modules = await fetchKernel(run.share.algorithm);
        const onStart = (id: string, worker: number) => run.started(id, worker);
        return webWorkerExecutor(this.threads, modules, onStart);
      });
      await counting.finish({ signal });
      run.setState('finished');
    } catch (error) {
      if (signal.aborted) run.setState('stopped');
      else run.setState('failed', error instanceof Error ? error.message : String(error));
    }
  }

  /** Returns what the page shows of the count. */
  update(): RunUpdate {
    return { figures: this.run.figures(), map: makeTileMap(this.run) };
  }

  /** Stops the count. Finished subproblems are kept, and `start` counts the others. */
  stop(): void {
    this.#stop.abort();
  }
}

/** Fetches the kernel of an algorithm, and compiles it. */
async function fetchKernel(algorithm: Algorithm): Promise<KernelModules> {
  const response = await fetch(builtFile(algorithm));
  if (!response.ok)
    throw new Error(`the kernel ${algorithm} cannot be fetched: ${response.status} ${response.statusText}`);
  return { kind: 'fast', [algorithm]: await WebAssembly.compile(await response.arrayBuffer()) };
}
