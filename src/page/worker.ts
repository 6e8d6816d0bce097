/** The entry point of a web worker. It counts subproblems with compiled kernels, follows a ledger, or runs a lane of the race. */
import { answer, type Kernel, type KernelModules, makeKernel } from '../../workers/kernels.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { LedgerFollower, LedgerSource } from './runs/ledger-follower.js';
import type { LaneReport } from './solvers/lanes.js';
import type { LaneRequest } from './solvers/run-lane.js';

/** A message to a worker: kernels, then subproblems; or a ledger, again and again; or a lane. */
export type ToWorker =
  | { readonly modules: KernelModules }
  | { readonly subproblem: Subproblem }
  | { readonly ledger: LedgerSource }
  | LaneRequest;

let count: Kernel | undefined;
let follower: LedgerFollower | undefined;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('modules' in data) count = makeKernel(data.modules);
  else if ('ledger' in data) look(data.ledger);
  else if ('lane' in data) race(data);
  else if (count) postMessage(answer(count, data.subproblem)); // the page receives thrown errors through onerror
});

/** Posts the state of a ledger. The code to read it is loaded here, because most workers count. */
async function look(source: LedgerSource): Promise<void> {
  const { LedgerFollower } = await import('./runs/ledger-follower.js');
  follower ??= new LedgerFollower(source);
  postMessage(await follower.look());
}

/** Runs a lane, and posts its reports. */
async function race(request: LaneRequest): Promise<void> {
  const report = (update: LaneReport) => postMessage(update);
  try {
    const { runLane } = await import('./solvers/run-lane.js');
    await runLane(request, report);
  } catch (error) {
    report({ state: 'failed', message: String(error) }); // the page would wait for a worker that only rejects
  }
}
