/** The entry point of a web worker. It counts subproblems with compiled kernels, or follows a ledger. */
import { answer, type Kernel, type KernelModules, makeKernel } from '../../workers/kernels.js';
import type { Subproblem } from '../plan/subproblem.js';
import type { LedgerFollower, LedgerSource } from './runs/ledger-follower.js';

/** A message to a worker: kernels, then subproblems; or a ledger, again and again. */
export type ToWorker =
  | { readonly modules: KernelModules }
  | { readonly subproblem: Subproblem }
  | { readonly ledger: LedgerSource };

let count: Kernel | undefined;
let follower: LedgerFollower | undefined;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('modules' in data) count = makeKernel(data.modules);
  else if ('ledger' in data) look(data.ledger);
  else if (count) postMessage(answer(count, data.subproblem)); // the page receives thrown errors through onerror
});

/** Posts the state of a ledger. The code to read it is loaded here, because most workers count. */
async function look(source: LedgerSource): Promise<void> {
  const { LedgerFollower } = await import('./runs/ledger-follower.js');
  follower ??= new LedgerFollower(source);
  postMessage(await follower.look());
}
