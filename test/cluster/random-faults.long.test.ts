import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { knownCount } from '../../src/board/known-counts.js';
import { isOutage } from '../../src/cluster/database-error.js';
import { checkLedger, countFinished, postgresForTests } from './postgres.js';
import { clusterProcesses, type Running } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

/** Number of runs. `CLUSTER_RUNS=200` takes an hour or two. */
const RUNS = Number(process.env.CLUSTER_RUNS ?? 5);
const RUNS_AT_A_TIME = 2;

/** Number of faults in each run. The first can occur while the processes of the run start. */
const FAULTS = 6;

/** Pairs of n and depth. Their plans have 498 to about 4,000 subproblems. */
const PLANS = [
  [13, 3],
  [13, 4],
  [14, 3],
  [15, 3],
] as const;

/** Set while PostgreSQL is down, and settles when it is up again. All runs use the same server. */
let outage: Promise<void> | undefined;

function killPostgres(): Promise<void> {
  outage ??= postgres.killAndRestart(randomInt(2500)).finally(() => {
    outage = undefined;
  });
  return outage;
}

/** The names of the runs that are being counted, by the URLs of their databases. */
const counting = new Map<string, string>();

/** Replaces the server's folder by a copy from a few seconds ago. All runs must already be in the copy. */
async function restoreOldCopy(): Promise<void> {
  for (const [url, run] of counting) if ((await retry(() => countFinished(url, run))) === 0) return;
  outage ??= (async () => {
    await postgres.backUp();
    await delay(randomInt(3000));
    await postgres.restore();
  })().finally(() => {
    outage = undefined;
  });
  await outage;
}

/** Repeats a task if an outage of PostgreSQL made it fail. */
async function retry<T>(task: () => Promise<T>): Promise<T> {
  for (;;) {
    await outage;
    try {
      return await task();
    } catch (error) {
      if (!isOutage(error, true)) throw error;
      await delay(100);
    }
  }
}

/** Counts one run with random faults. No stack trace must appear, and the coordinator must print the total. */
async function countWithFaults(): Promise<void> {
  const [n, depth] = PLANS[randomInt(PLANS.length)] ?? PLANS[0];
  const url = await retry(() => postgres.create());
  const work = () => cluster.work(url, randomInt(2) === 0 ? 'kernel-slow' : undefined);
  const start = () => cluster.start(url, ['start', String(n), '--algorithm', 'bitmask', '--depth', String(depth)]);
  const workers = [work(), work()];
  let coordinator = start();
  const run = `${n}-bitmask`;
  counting.set(url, run);

  let miscounting = 0;

  async function replace(old: Running | undefined, signal: NodeJS.Signals, create: () => Running): Promise<Running> {
    old?.kill(signal);
    expect((await old?.end)?.stderr).not.toContain('    at ');
    return create();
  }
  async function replaceWorker(signal: NodeJS.Signals): Promise<void> {
    const victim = randomInt(workers.length);
    workers[victim] = await replace(workers[victim], signal, work);
  }
  async function replaceCoordinator(): Promise<void> {
    coordinator = await replace(coordinator, 'SIGKILL', start);
  }
  const faults: readonly (() => Promise<void>)[] = [
    () => replaceWorker('SIGKILL'),
    () => replaceWorker('SIGKILL'),
    () => replaceWorker('SIGTERM'),
    replaceCoordinator,
    killPostgres,
    restoreOldCopy,
    async () => void cluster.start(url, ['work', '--threads', '1', '--lease', '2'], '--no-enable-sse4-1'),
    async () => void cluster.work(url, 'clock-jumps'),
    async () => {
      // Three such workers could fail the run.
      if (miscounting++ < 2) cluster.work(url, 'kernel-overflows-later');
    },
    async () => {
      const victim = workers[randomInt(workers.length)];
      victim?.kill('SIGSTOP');
      await delay(randomInt(4000));
      victim?.kill('SIGCONT');
    },
    async () => {
      await Promise.all([killPostgres(), replaceCoordinator(), replaceWorker('SIGKILL')]);
    },
  ];
  for (let number = 0; number < FAULTS; number++) {
    await delay(randomInt(1500));
    await faults[randomInt(faults.length)]?.();
  }
  workers.push(cluster.work(url)); // the others may both be slow
  const { stdout, stderr, exitCode } = await coordinator.end;
  expect({ stdout, exitCode }, stderr).toEqual({ stdout: String(knownCount(n)), exitCode: 0 });
  expect(stderr).not.toContain('    at ');
  await retry(() => checkLedger(url, run));
  counting.delete(url);
  for (const worker of workers) await replace(worker, 'SIGKILL', () => worker);
}

test(`${RUNS} runs are exact although processes are killed, the database is restored, and workers are bad`, async () => {
  let left = RUNS;
  let exact = 0;
  const slots = Array.from({ length: RUNS_AT_A_TIME }, async () => {
    while (left-- > 0) {
      await countWithFaults();
      if (process.env.CLUSTER_RUNS) console.log(`${++exact} exact`);
    }
  });
  await Promise.all(slots);
});
