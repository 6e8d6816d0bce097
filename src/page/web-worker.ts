/**
 * The entry point of a web worker. It counts subproblems with compiled kernels, follows a ledger and recounts some
 * of its subproblems, or runs a lane of the race.
 */
import { type Kernel, type KernelModules, makeKernel, replyTo } from '../../workers/kernels.js';
import type { KernelReply } from '../core/executors/executor.js';
import type { Subproblem } from '../core/plan/subproblem.js';
import type { RunStatus } from './runs/follow-run.js';
import type { LedgerFollower, LedgerSource } from './runs/ledger-follower.js';
import type { DrawnSubproblem, Recounter } from './runs/recounter.js';
import type { LaneReport } from './solvers/race-lanes.js';
import type { LaneRequest } from './solvers/run-lane.js';

/**
 * A request to a worker. A worker that counts gets the kernels, then subproblems. A worker that reads a ledger gets the
 * ledger at each look, and the kernels for each recount. A worker of the race gets a lane.
 */
export type WorkerRequest =
  | { readonly modules: KernelModules }
  | { readonly subproblem: Subproblem }
  | { readonly ledger: LedgerSource }
  | { readonly recount: KernelModules }
  | LaneRequest;

/**
 * A reply from a worker that reads a ledger. A recount has two: the drawn subproblem, if any is left, then its count.
 */
export type LedgerReply =
  | { readonly followed: RunStatus }
  | { readonly drawn: DrawnSubproblem | undefined }
  | { readonly recount: DrawnSubproblem & { readonly answer: KernelReply } }
  | { readonly problem: string };

let count: Kernel | undefined;
let follower: LedgerFollower | undefined;
let recounter: Recounter | undefined;

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if ('modules' in data) count = makeKernel(data.modules);
  else if ('ledger' in data) look(data.ledger);
  else if ('recount' in data) recount(data.recount);
  else if ('lane' in data) race(data);
  else if (count) postMessage(replyTo(data.subproblem, count)); // the page receives thrown errors through onerror
});

/** Posts the state of a ledger. The code that reads it is loaded only here, because most workers do not need it. */
async function look(source: LedgerSource): Promise<void> {
  const { LedgerFollower } = await import('./runs/ledger-follower.js');
  follower ??= new LedgerFollower(source);
  post({ followed: await follower.look() });
}

/** Recounts a subproblem of the ledger, drawn at random. */
async function recount(modules: KernelModules): Promise<void> {
  try {
    const { Recounter } = await import('./runs/recounter.js');
    if (!follower) throw new Error('the ledger has not been read yet');
    recounter ??= new Recounter(follower.results, modules);
    const drawn = recounter.draw();
    post({ drawn });
    if (drawn) post({ recount: { ...drawn, answer: recounter.recount(drawn) } });
  } catch (error) {
    post({ problem: String(error) }); // if the promise only rejected, the page would wait forever
  }
}

function post(message: LedgerReply): void {
  postMessage(message);
}

/** Runs a lane, and posts its reports. */
async function race(request: LaneRequest): Promise<void> {
  const report = (update: LaneReport) => postMessage(update);
  try {
    const { runLane } = await import('./solvers/run-lane.js');
    await runLane(request, report);
  } catch (error) {
    report({ state: 'failed', message: String(error) }); // if the promise only rejected, the page would wait forever
  }
}
