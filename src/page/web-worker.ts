/**
 * The entry point of a web worker: a table of the functions that the page calls through a `WorkerClient`. Only `count`
 * is part of this file. The others load their code when they are called, because most workers do not need it.
 */

import { type Kernel, type KernelModules, makeKernel } from '../../workers/kernels.js';
import { messageOf } from '../core/errors/errors.js';
import type { PartialCount } from '../core/plan/partial-count.js';
import type { Subproblem } from '../core/plan/subproblem.js';
import type { RunStatus } from './runs/follow-run.js';
import type { LedgerFollower, LedgerSource } from './runs/ledger-follower.js';
import type { DrawnSubproblem, Recount, Recounter } from './runs/recounter.js';
import type { Lane } from './solvers/race-lanes.js';
import type { LaneRequest } from './solvers/run-lane.js';

let kernel: Kernel | undefined;
let follower: LedgerFollower | undefined;
let recounter: Recounter | undefined;

const functions = {
  /** Counts a subproblem. All calls to a worker get the same modules. */
  count({ subproblem, modules }: { readonly subproblem: Subproblem; readonly modules: KernelModules }): PartialCount {
    kernel ??= makeKernel(modules);
    return kernel(subproblem);
  },

  /** Reads what is new in a ledger. All calls to a worker get the same ledger. */
  async look(source: LedgerSource): Promise<RunStatus> {
    const { LedgerFollower } = await import('./runs/ledger-follower.js');
    follower ??= new LedgerFollower(source);
    return follower.look();
  },

  /**
   * Recounts a subproblem of the ledger, drawn at random and reported before the count. The ledger must have been read.
   *
   * @returns undefined if all have been drawn.
   */
  async recount(modules: KernelModules, report: (drawn: DrawnSubproblem) => void): Promise<Recount | undefined> {
    const { Recounter } = await import('./runs/recounter.js');
    if (!follower) throw new Error('the ledger has not been read yet');
    recounter ??= new Recounter(follower.results, modules);
    const drawn = recounter.draw();
    if (!drawn) return undefined;
    report(drawn);
    return recounter.recount(drawn);
  },

  /** Runs a lane of the race. Reports its progress and returns its end. */
  async race(request: LaneRequest, report: (lane: Lane) => void): Promise<Lane> {
    const { runLane } = await import('./solvers/run-lane.js');
    return runLane(request, report);
  },
};

/** The functions of a web worker. Each takes an input and, if it reports before its end, a function for the reports. */
export type WorkerFunctions = typeof functions;

/** A call to a function. Its replies go to the port that comes with it. */
export interface Call<Name extends keyof WorkerFunctions = keyof WorkerFunctions> {
  readonly name: Name;
  readonly input: Parameters<WorkerFunctions[Name]>[0];
}

/** A reply to a call: reports, if there are some, then the result or the message of an error. */
export type Reply<Report, Result> =
  | { readonly report: Report }
  | { readonly result: Result }
  | { readonly error: string };

addEventListener('message', async ({ data: { name, input }, ports: [port] }: MessageEvent<Call>) => {
  const reply = (reply: Reply<unknown, unknown>) => port?.postMessage(reply);
  // The type of a call pairs each function with its input.
  const run = functions[name] as (input: unknown, report: (report: unknown) => void) => unknown;
  try {
    reply({ result: await run(input, (report) => reply({ report })) });
  } catch (error) {
    reply({ error: messageOf(error) });
  }
});
