import { once } from 'node:events';
import { createServer } from 'node:http';
import { Gauge, Registry } from 'prom-client';
import type { Database } from '../cluster/database/database.js';
import { type RunStatus, readStatus } from '../cluster/ledger/status.js';
import { listen, TIMEOUTS } from './listen.js';

/** Where to serve which metrics. */
export interface MetricsOptions {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Only this run. */
  readonly run: string | undefined;
  readonly signal: AbortSignal;
}

/** What is measured of each run. */
const GAUGES: readonly { name: string; help: string; value: (status: RunStatus) => number }[] = [
  { name: 'subproblems', help: 'Subproblems of the plan', value: ({ subproblems }) => subproblems },
  { name: 'finished', help: 'Subproblems in the ledger', value: ({ finished }) => finished },
  { name: 'part', help: 'Part of the estimated work that is done, 0 to 1', value: ({ part }) => part },
  {
    name: 'subproblems_per_second',
    help: 'Over two minutes',
    value: ({ subproblemsPerSecond }) => subproblemsPerSecond,
  },
  { name: 'work_per_second', help: 'Over two minutes', value: ({ workPerSecond }) => workPerSecond },
  { name: 'seconds_left', help: 'Estimate; NaN if unknown', value: ({ secondsLeft }) => secondsLeft ?? Number.NaN },
  { name: 'retries', help: 'Jobs delivered once more', value: ({ retries }) => retries },
  { name: 'conflicts', help: 'Counts that contradict each other', value: ({ conflicts }) => conflicts.length },
  { name: 'counting', help: '1 while the run is being counted', value: ({ state }) => (state === 'counting' ? 1 : 0) },
  { name: 'workers', help: 'Workers that are here', value: ({ workers }) => here(workers).length },
  {
    name: 'threads',
    help: 'Threads of the workers that are here',
    value: ({ workers }) => here(workers).reduce((sum, { threads }) => sum + threads, 0),
  },
];

function here(workers: RunStatus['workers']): RunStatus['workers'] {
  return workers.filter(({ isHere }) => isHere);
}

/** The status of runs as Prometheus text. */
function metricsText(statuses: readonly RunStatus[]): Promise<string> {
  const registry = new Registry();
  for (const { name, help, value } of GAUGES) {
    const gauge = new Gauge({ name: `queens_par_${name}`, help, labelNames: ['run', 'n'], registers: [registry] });
    for (const status of statuses) gauge.set({ run: status.run, n: String(status.n) }, value(status));
  }
  return registry.metrics();
}

/** Serves /metrics until the signal is aborted. @throws UsageError if it cannot listen there. */
export async function serveMetrics(
  database: Database,
  { host, port, run, signal }: MetricsOptions,
  say: (message: string) => void,
): Promise<void> {
  const server = createServer(TIMEOUTS, async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end('see /metrics\n');
      return;
    }
    try {
      const text = await metricsText(await readStatus(database, run));
      response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text);
    } catch (error) {
      response.writeHead(503).end(`${error instanceof Error ? error.message : error}\n`);
    }
  });
  const elsewhere = { freePort: '--metrics 0', everywhere: `--metrics 0.0.0.0:${port}` };
  say(`metrics on ${await listen(server, port, host, elsewhere)}/metrics`);
  if (!signal.aborted) await once(signal, 'abort');
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
