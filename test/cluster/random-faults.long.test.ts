import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isOutage } from '../../src/cluster/connection/database-error.js';
import { knownCount } from '../../src/core/board/known-counts.js';
import type { RunningProgram } from '../e2e/program.js';
import { checkLedger, countFinished, query, usePostgres } from './postgres.js';
import { useCluster } from './processes.js';

const postgres = usePostgres();
const cluster = useCluster();

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

/** Ends all other connections to the database. */
const DISCONNECT = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** Statements that somebody with the database's password may run at any moment. */
const STATEMENTS: readonly (readonly string[])[] = [
  [DISCONNECT],
  [DISCONNECT, DISCONNECT, DISCONNECT, DISCONNECT],
  ['delete from queens_par.job'],
  ['truncate queens_par.job'],
  ['update queens_par.job set holder = (select max(id) from queens_par.worker) where random() < 0.3'],
  ['delete from queens_par.result where random() < 0.2'],
  ['truncate queens_par.result'],
  ['begin; lock table queens_par.result; select pg_sleep(3); commit'],
  ['begin; lock table queens_par.run, queens_par.worker; select pg_sleep(2); commit'],
  ['begin; lock table queens_par.job; select pg_sleep(3); commit'],
  ['alter table queens_par.worker alter id restart'],
];

/** Settings of the database for a few seconds. Each takes effect in new connections. */
const SETTINGS = [
  'set statement_timeout = 3',
  'set default_transaction_read_only = on',
  'set default_transaction_isolation = serializable',
  'set extra_float_digits = -15',
  'allow_connections false',
];

/** Runs the statements of a random entry. During an outage, nothing happens. */
async function executeStatements(url: string): Promise<void> {
  const statements = STATEMENTS[randomInt(STATEMENTS.length)] ?? [];
  for (const statement of statements) await query(url, statement).catch(() => {});
}

async function changeSettings(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const server = url.replace(name, 'postgres');
  const disconnect = DISCONNECT.replace('current_database()', `'${name}'`);
  await query(server, `alter database ${name} ${SETTINGS[randomInt(SETTINGS.length)]}; ${disconnect}`).catch(() => {});
  await delay(randomInt(4000));
  await retry(() => query(server, `alter database ${name} reset all; alter database ${name} allow_connections true`));
  await retry(() => query(server, disconnect));
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

/** Measures the longest time without a new result until a process ends, in seconds. */
async function measureWait(url: string, run: string, end: Promise<unknown>): Promise<number> {
  let isOver = false;
  end.finally(() => {
    isOver = true;
  });
  let longest = 0;
  let finished = -1;
  for (let since = performance.now(); !isOver; await delay(200)) {
    const now = await retry(() => countFinished(url, run));
    longest = Math.max(longest, performance.now() - since);
    if (now !== finished) since = performance.now();
    finished = now;
  }
  return longest / 1000;
}

/**
 * Counts one run with random faults. No stack trace must appear, and the coordinator must print the total.
 *
 * @returns the longest time without a new result after the last fault, in seconds.
 */
async function countWithFaults(): Promise<number> {
  const [n, depth] = PLANS[randomInt(PLANS.length)] ?? PLANS[0];
  const url = await retry(() => postgres.create());
  const work = () => cluster.work(url, randomInt(2) === 0 ? 'kernel-slow' : undefined);
  const start = () => cluster.start(url, ['start', String(n), '--algorithm', 'bitmask', '--depth', String(depth)]);
  const workers = [work(), work()];
  let coordinator = start();
  const run = `${n}-bitmask`;
  counting.set(url, run);

  let miscounting = 0;

  async function replace(
    old: RunningProgram | undefined,
    signal: NodeJS.Signals,
    create: () => RunningProgram,
  ): Promise<RunningProgram> {
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
  async function stopAndStart(): Promise<void> {
    await cluster.run(url, 'stop', run);
    await replaceCoordinator();
  }
  const faults: readonly (() => Promise<void>)[] = [
    () => replaceWorker('SIGKILL'),
    () => replaceWorker('SIGKILL'),
    () => replaceWorker('SIGTERM'),
    replaceCoordinator,
    stopAndStart,
    () => executeStatements(url),
    () => executeStatements(url),
    () => executeStatements(url),
    () => changeSettings(url),
    async () => void start(), // a second coordinator
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
  const waited = measureWait(url, run, coordinator.end);
  // The earlier coordinator may have finished before results were deleted.
  for (const { end } of [coordinator, start()]) {
    const { stdout, stderr, exitCode } = await end;
    expect({ stdout, exitCode }, stderr).toEqual({ stdout: String(knownCount(n)), exitCode: 0 });
    expect(stderr).not.toContain('    at ');
  }
  await retry(() => checkLedger(url, run));
  counting.delete(url);
  for (const worker of workers) await replace(worker, 'SIGKILL', () => worker);
  return waited;
}

test(`${RUNS} runs are exact although processes die, the database is restored, and workers misbehave`, async () => {
  let left = RUNS;
  let exact = 0;
  const slots = Array.from({ length: RUNS_AT_A_TIME }, async () => {
    while (left-- > 0) {
      const seconds = await countWithFaults();
      if (process.env.CLUSTER_RUNS) console.log(`${++exact} exact, the last waited ${seconds.toFixed(1)} s`);
    }
  });
  await Promise.all(slots);
});
