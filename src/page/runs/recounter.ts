import type { KernelModules } from '../../../workers/kernels.js';
import { OutOfMemoryError } from '../../core/errors/errors.js';
import type { PartialCount } from '../../core/plan/partial-count.js';
import type { Subproblem } from '../../core/plan/subproblem.js';
import type { Results } from '../../core/results/results.js';
import { count } from '../worker/count-subproblem.js';

export interface DrawnSubproblem {
  /** Its index in the plan, from 0. */
  readonly index: number;
  /** Its count and time in the ledger. */
  readonly recorded: Pick<PartialCount, 'count' | 'milliseconds'>;
}

export interface Recount extends DrawnSubproblem {
  readonly counted: number;
}

/** A recounter that draws a ledger's subproblems at random, each at most once. It runs in a web worker. */
export class Recounter {
  readonly #results: Results;
  readonly #modules: KernelModules;
  /** Indexes of the subproblems that have not been drawn yet. */
  readonly #left: number[];

  /** @param results must contain the results of all subproblems. */
  constructor(results: Results, modules: KernelModules) {
    this.#results = results;
    this.#modules = modules;
    this.#left = results.plan.subproblems.map((_, index) => index);
  }

  /** Draws a subproblem. @returns undefined if all have been drawn. */
  draw(): DrawnSubproblem | undefined {
    const [index] = this.#left.splice(Math.floor(Math.random() * this.#left.length), 1);
    const recorded = index === undefined ? undefined : this.#results.get(this.#subproblem(index).id);
    return index !== undefined && recorded ? { index, recorded } : undefined;
  }

  /** Recounts a drawn subproblem, which takes seconds. @throws OutOfMemoryError if the browser lacks memory. */
  recount(drawn: DrawnSubproblem): Recount {
    const reply = count({ subproblem: this.#subproblem(drawn.index), modules: this.#modules });
    if ('outOfMemory' in reply) throw new OutOfMemoryError(reply.outOfMemory);
    return { ...drawn, counted: reply.count };
  }

  #subproblem(index: number): Subproblem {
    const subproblem = this.#results.plan.subproblems[index];
    if (!subproblem) throw new Error(`the plan has no subproblem ${index}`);
    return subproblem;
  }
}
