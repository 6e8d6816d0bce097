import { type Kernel, type KernelModules, makeKernel, replyTo } from '../../../workers/kernels.js';
import type { KernelReply } from '../../core/executors/executor.js';
import type { PartialCount } from '../../core/plan/partial-count.js';
import type { Subproblem } from '../../core/plan/subproblem.js';
import type { Results } from '../../core/results/results.js';

/** A subproblem drawn from a ledger. */
export interface DrawnSubproblem {
  /** Its place in the plan, from 0. */
  readonly place: number;
  /** Its count and time in the ledger. */
  readonly recorded: Pick<PartialCount, 'count' | 'milliseconds'>;
}

/** A recounter of subproblems, each drawn once, at random, from a ledger's results. It runs in a web worker. */
export class Recounter {
  readonly #results: Results;
  readonly #kernel: Kernel;
  /** Places that have not been drawn yet. */
  readonly #left: number[];

  /** @param results results of all subproblems. */
  constructor(results: Results, modules: KernelModules) {
    this.#results = results;
    this.#kernel = makeKernel(modules);
    this.#left = results.plan.subproblems.map((_, place) => place);
  }

  /** Draws a subproblem. @returns undefined if all have been drawn. */
  draw(): DrawnSubproblem | undefined {
    const [place] = this.#left.splice(Math.floor(Math.random() * this.#left.length), 1);
    const recorded = place === undefined ? undefined : this.#results.get(this.#subproblem(place).id);
    return place !== undefined && recorded ? { place, recorded } : undefined;
  }

  /** Recounts a drawn subproblem, which takes seconds. */
  recount({ place }: DrawnSubproblem): KernelReply {
    return replyTo(this.#subproblem(place), this.#kernel);
  }

  #subproblem(place: number): Subproblem {
    const subproblem = this.#results.plan.subproblems[place];
    if (!subproblem) throw new Error(`the plan has no subproblem ${place}`);
    return subproblem;
  }
}
