import { once } from 'node:events';
import { createServer } from 'node:http';
import { Gauge, Registry } from 'prom-client';
import type { Database } from '../cluster/database/database.js';
import {
  type QueueStatus,
  type RunStatus,
  readQueueStatus,
  readStatus,
  type WorkerStatus,
} from '../cluster/ledger/status.js';
import { readWarnings, type Warning } from '../cluster/ledger/warnings.js';
import { listen, TIMEOUTS } from './listen.js';

/** Which metrics to serve, and where. */
export interface MetricsOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Only this run. */
  readonly run: string | undefined;
  readonly signal: AbortSignal;
}

/** Runs that are listed though they are not being counted: Prometheus keeps what it saw of older ones. */
const MOST_OTHERS = 10;

/** A measure of something: a run, a worker, the queue. */
interface Measure<Measured> {
  readonly name: string;
  readonly help: string;
  readonly value: (measured: Measured) => number;
}

/** Labels: run, n. */
const OF_A_RUN: readonly Measure<RunStatus>[] = [
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
  {
    name: 'differs',
    help: '1 if the total is not the published one',
    value: ({ agreement }) => (agreement === 'differs' ? 1 : 0),
  },
  {
    name: 'rests_on_one_login',
    help: 'Part of the finished work that one login alone has counted, 0 to 1; NaN while nothing is finished',
    value: ({ trust }) => trust?.restsOnOneLogin ?? Number.NaN,
  },
  {
    name: 'recounts_drawn',
    help: 'Results drawn to be counted a second time by another login',
    value: ({ trust }) => trust?.drawn ?? 0,
  },
  { name: 'recounted', help: 'Results counted a second time', value: ({ trust }) => trust?.recounted ?? 0 },
  { name: 'counting', help: '1 while the run is being counted', value: ({ state }) => (state === 'counting' ? 1 : 0) },
  { name: 'workers', help: 'Workers that are here', value: ({ workers }) => here(workers).length },
  {
    name: 'threads',
    help: 'Threads of the workers that are here',
    value: ({ workers }) => here(workers).reduce((sum, { threads }) => sum + threads, 0),
  },
];

/** Label: worker. Only of workers that are here. */
const OF_A_WORKER: readonly Measure<WorkerStatus>[] = [
  { name: 'worker_threads', help: 'Threads of the worker', value: ({ threads }) => threads },
  { name: 'worker_silent_seconds', help: 'Since its last sign of life', value: (worker) => worker.secondsSinceSeen },
  { name: 'worker_refuses', help: '1 if it has refused a job', value: ({ refusal }) => (refusal === null ? 0 : 1) },
];

/** Labels: kind, login. */
const OF_A_WARNING: readonly Measure<Warning>[] = [
  { name: 'warning', help: '1 for what cluster status warns of, which says what undoes it', value: () => 1 },
];

/** No labels. */
const OF_THE_QUEUE: readonly Measure<QueueStatus>[] = [
  { name: 'jobs_waiting', help: 'Jobs that wait for a worker', value: ({ waiting }) => waiting },
  { name: 'jobs_active', help: 'Jobs that are with a worker', value: ({ active }) => active },
  { name: 'jobs_delayed', help: 'Jobs put off after a failure or a refusal', value: ({ delayed }) => delayed },
  { name: 'queue_paused', help: '1 if workers get no jobs', value: ({ isPaused }) => (isPaused ? 1 : 0) },
];

function here(workers: readonly WorkerStatus[]): readonly WorkerStatus[] {
  return workers.filter(({ isHere }) => isHere);
}

/** A worker's part in a run. */
interface Contribution extends WorkerStatus {
  readonly run: string;
}

/** Labels: run, worker. */
const OF_A_CONTRIBUTION: readonly Measure<Contribution>[] = [
  { name: 'worker_finished', help: 'Subproblems in the ledger that it counted', value: ({ finished }) => finished },
];

/** The status as Prometheus text. */
function metricsText(
  statuses: readonly RunStatus[],
  queue: QueueStatus,
  warnings: readonly Warning[],
): Promise<string> {
  const registry = new Registry();
  function enter<Measured>(
    measures: readonly Measure<Measured>[],
    all: readonly Measured[],
    labelsOf: (measured: Measured) => Record<string, string>,
  ): void {
    for (const { name, help, value } of measures) {
      const labelNames = all[0] === undefined ? [] : Object.keys(labelsOf(all[0]));
      const gauge = new Gauge({ name: `queens_par_${name}`, help, labelNames, registers: [registry] });
      for (const measured of all) gauge.set(labelsOf(measured), value(measured));
    }
  }
  const contributions = statuses.flatMap(({ run, workers }) => here(workers).map((worker) => ({ ...worker, run })));
  const workers = new Map(contributions.map((worker) => [worker.name, worker]));
  enter(OF_A_RUN, statuses, ({ run, n }) => ({ run, n: String(n) }));
  enter(OF_A_CONTRIBUTION, contributions, ({ run, name: worker }) => ({ run, worker }));
  enter(OF_A_WORKER, [...workers.values()], ({ name: worker }) => ({ worker }));
  enter(OF_THE_QUEUE, [queue], () => ({}));
  enter(OF_A_WARNING, warnings, ({ kind, login }) => ({ kind, login: login ?? '' }));
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
      const statuses = await readStatus(database, run, MOST_OTHERS);
      const text = await metricsText(statuses, await readQueueStatus(database), await readWarnings(database));
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
