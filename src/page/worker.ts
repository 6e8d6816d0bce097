/**
 * The entry point of a web worker. It counts subproblems with compiled kernels, follows a ledger and recounts some of
 * it, or runs a lane of the race.
 */
import { type Answer, answer, type Kernel, type KernelModules, makeKernel } from '../../workers/kernels.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { Followed } from './runs/follow-run.js';
import type { LedgerFollower, LedgerSource } from './runs/ledger-follower.js';
import type { Drawn, Recounter } from './runs/recounter.js';
import type { LaneReport } from './solvers/lanes.js';
import type { LaneRequest } from './solvers/run-lane.js';

/** A message to a worker: kernels, then subproblems; or a ledger, again and again, and recounts of it; or a lane. */
export type ToWorker =
  | { readonly modules: KernelModules }
  | { readonly subproblem: Subproblem }
  | { readonly ledger: LedgerSource }
  | { readonly recount: KernelModules }
  | LaneRequest;

/** A message from a worker that reads a ledger. A recount has two: first what was drawn, if anything is left. */
export type FromLedger =
  | { readonly followed: Followed }
  | { readonly drawn: Drawn | undefined }
  | { readonly recount: Drawn & { readonly answer: Answer } }
  | { readonly problem: string };

let count: Kernel | undefined;
let follower: LedgerFollower | undefined;
let recounter: Recounter | undefined;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('modules' in data) count = makeKernel(data.modules);
  else if ('ledger' in data) look(data.ledger);
  else if ('recount' in data) recount(data.recount);
  else if ('lane' in data) race(data);
  else if (count) postMessage(answer(count, data.subproblem)); // the page receives thrown errors through onerror
});

/** Posts the state of a ledger. The code to read it is loaded here, because most workers count. */
async function look(source: LedgerSource): Promise<void> {
  const { LedgerFollower } = await import('./runs/ledger-follower.js');
  follower ??= new LedgerFollower(source);
  post({ followed: await follower.look() });
}

/** Recounts a subproblem of the ledger, drawn at random. */
async function recount(modules: KernelModules): Promise<void> {
  try {
    const { Recounter } = await import('./runs/recounter.js');
    if (!follower) throw new Error('the ledger was not read yet');
    recounter ??= new Recounter(follower.results, modules);
    const drawn = recounter.draw();
    post({ drawn });
    if (drawn) post({ recount: { ...drawn, answer: recounter.recount(drawn) } });
  } catch (error) {
    post({ problem: String(error) }); // the page would wait for a worker that only rejects
  }
}

function post(message: FromLedger): void {
  postMessage(message);
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
