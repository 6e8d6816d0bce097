// The entry point of a web worker: a table of the functions that the page calls through a `WorkerClient`. Most workers
// need only `count`, so the code of the others is loaded when they are called.
import { messageOf } from '../core/errors/errors.js';
import type * as ledgerFunctions from './runs/ledger-functions.js';
import type * as laneFunctions from './solvers/run-lane.js';
import * as countFunctions from './worker/count-subproblem.js';
import type { Call, Reply } from './worker/worker-client.js';

type Functions = typeof countFunctions & typeof ledgerFunctions & typeof laneFunctions;

const functions: { readonly [Name in keyof Functions]: () => Promise<Pick<Functions, Name>> } = {
  count: async () => countFunctions,
  refresh: () => import('./runs/ledger-functions.js'),
  recount: () => import('./runs/ledger-functions.js'),
  runLane: () => import('./solvers/run-lane.js'),
};

addEventListener('message', async ({ data: { name, input }, ports: [port] }: MessageEvent<Call<Functions>>) => {
  const reply = (reply: Reply<unknown, unknown>) => port?.postMessage(reply);
  try {
    const loaded: Partial<Functions> = await functions[name]();
    // `Call` pairs each function with its input, so the input has the right type.
    const run = loaded[name] as (input: unknown, report: (report: unknown) => void) => unknown;
    reply({ result: await run(input, (report) => reply({ report })) });
  } catch (error) {
    reply({ error: messageOf(error) });
  }
});
