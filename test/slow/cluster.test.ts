import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { knownCount } from '../../src/board/known-counts.js';
import { isTemporary } from '../../src/cluster/database-error.js';
import { checkLedger, postgresForTests } from '../cluster/postgres.js';
import { clusterProcesses, type Running } from '../cluster/processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

/** How many runs are attacked, and how many at a time. `ATTACKED_RUNS=200` takes an hour or two. */
const RUNS = Number(process.env.ATTACKED_RUNS ?? 5);
const AT_A_TIME = 2;

/** Misfortunes of each run. They begin before its processes have started. */
const MISFORTUNES = 6;

/** Boards and depths: plans of 498 to 4,000 subproblems or so. */
const PLANS = [
  [13, 3],
  [13, 4],
  [14, 3],
  [15, 3],
] as const;

/** PostgreSQL serves all runs, and is killed once at a time. */
let outage: Promise<void> | undefined;

function killPostgres(): Promise<void> {
  outage ??= postgres.killAndRestart(randomInt(2500)).finally(() => {
    outage = undefined;
  });
  return outage;
}

/** Asks the database again if it was killed meanwhile, for another run. */
async function surely<T>(task: () => Promise<T>): Promise<T> {
  for (;;) {
    await outage;
    try {
      return await task();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      await delay(100);
    }
  }
}

/** Attacks one run. Every process that is not killed must end with exit code 0, and none with a stack trace. */
async function attack(): Promise<void> {
  const [n, depth] = PLANS[randomInt(PLANS.length)] ?? PLANS[0];
  const url = await surely(() => postgres.create());
  const work = () => cluster.work(url, randomInt(2) === 0 ? 'kernel-slow' : undefined);
  const start = () => cluster.start(url, ['start', String(n), '--algorithm', 'bitmask', '--depth', String(depth)]);
  const workers = [work(), work()];
  let coordinator = start();

  async function replace(old: Running | undefined, signal: NodeJS.Signals, begin: () => Running): Promise<Running> {
    old?.kill(signal);
    expect((await old?.end)?.stderr).not.toContain('    at ');
    return begin();
  }
  async function replaceWorker(signal: NodeJS.Signals): Promise<void> {
    const victim = randomInt(workers.length);
    workers[victim] = await replace(workers[victim], signal, work);
  }
  async function replaceCoordinator(): Promise<void> {
    coordinator = await replace(coordinator, 'SIGKILL', start);
  }
  const misfortunes: readonly (() => Promise<void>)[] = [
    () => replaceWorker('SIGKILL'),
    () => replaceWorker('SIGKILL'),
    () => replaceWorker('SIGTERM'),
    replaceCoordinator,
    killPostgres,
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
  for (let number = 0; number < MISFORTUNES; number++) {
    await delay(randomInt(1500));
    await misfortunes[randomInt(misfortunes.length)]?.();
  }
  const { stdout, stderr, exitCode } = await coordinator.end;
  expect({ stdout, exitCode }, stderr).toEqual({ stdout: String(knownCount(n)), exitCode: 0 });
  expect(stderr).not.toContain('    at ');
  await surely(() => checkLedger(url, `${n}-bitmask`));
  for (const worker of workers) await replace(worker, 'SIGKILL', () => worker);
}

test(`${RUNS} runs whose workers, coordinators and database die at random moments are exact`, async () => {
  let left = RUNS;
  let exact = 0;
  const lanes = Array.from({ length: AT_A_TIME }, async () => {
    while (left-- > 0) {
      await attack();
      if (process.env.ATTACKED_RUNS) console.log(`${++exact} exact`);
    }
  });
  await Promise.all(lanes);
});

test('a run of 167,505 subproblems, which are many pages of results, is exact', async () => {
  const url = await postgres.create();
  const worker = cluster.work(url);
  const { stdout } = await cluster.run(url, 'start', '13', '--algorithm', 'bitmask', '--depth', '7');
  expect(stdout).toBe('73712');
  await checkLedger(url, '13-bitmask');
  worker.kill('SIGTERM');
  await worker.end;
});
