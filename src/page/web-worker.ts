/**
 * The entry point of a web worker: a table of the functions that the page calls through a `WorkerClient`. Only `count`
 * is part of this file. The others load their code when they are called, because most workers do not need it.
 */
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
    // The type of a call pairs each function with its input.
    const run = loaded[name] as (input: unknown, report: (report: unknown) => void) => unknown;
    reply({ result: await run(input, (report) => reply({ report })) });
  } catch (error) {
    reply({ error: messageOf(error) });
  }
});
