import type { PartialCount } from '../plan/partial-count.js';
import type { Spent } from './estimate.js';
import { Run } from './run.js';
import { Unfinished } from './unfinished.js';

/** A run of this process whose subproblems are counted on other machines, which only send results. */
export class RemoteRun extends Run {
  readonly #unfinished = new Unfinished(this.share);

  override add(partial: PartialCount): void {
    super.add(partial);
    const subproblem = this.results.subproblem(partial.id);
    if (subproblem) this.#unfinished.finish(subproblem, performance.now());
  }

  protected override runningNow(): readonly Spent[] {
    return this.#unfinished.running(this.state === 'counting' ? this.threads : 0, performance.now());
  }
}
