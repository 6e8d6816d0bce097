import type { KernelModules } from '../../../workers/kernels.js';
import { countUnfinished } from '../../count/count-unfinished.js';
import { choosePlan } from '../../plan/choose-plan.js';
import type { Algorithm } from '../../plan/subproblem.js';
import { WatchedRun } from '../../runs/watched-run.js';
import { fileAddress, webWorkerExecutor } from './web-worker-executor.js';

/** A count in this browser, with the same plan, kernels and ledger as on the command line. */
export class BrowserCount {
  readonly run: WatchedRun;
  readonly #threads: number;
  #stop = new AbortController();

  constructor(n: number, threads: number) {
    const plan = choosePlan(n, { threads });
    this.#threads = threads;
    this.run = new WatchedRun(plan, { slowdown: 1 }); // the reference machine's speed, until the real one is measured
  }

  /** Counts the remaining subproblems, until `stop` is called. Errors appear in the run's figures. */
  start(): Promise<void> {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    return this.run.count(() => this.#count(signal), signal);
  }

  async #count(signal: AbortSignal): Promise<void> {
    const { run } = this;
    const modules = await fetchKernel(run.share.algorithm);
    const onStart = (id: string, worker: number) => run.started(id, worker);
    await countUnfinished(run, webWorkerExecutor({ threads: this.#threads, modules, onStart }), { signal });
  }

  /** Stops the count. Finished subproblems are kept, and `start` counts the others. */
  stop(): void {
    this.#stop.abort();
  }
}

/** Fetches the kernel of an algorithm, and compiles it. */
async function fetchKernel(algorithm: Algorithm): Promise<KernelModules> {
  const response = await fetch(fileAddress(algorithm));
  if (!response.ok)
    throw new Error(`the kernel ${algorithm} cannot be fetched: ${response.status} ${response.statusText}`);
  return { [algorithm]: await WebAssembly.compile(await response.arrayBuffer()) };
}
