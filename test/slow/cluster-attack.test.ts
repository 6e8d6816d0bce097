import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isPassing } from '../../src/cluster/database/database-error.js';
import { expectWholeLedger } from '../cluster/ledger-of.js';
import { postgresForTests } from '../cluster/postgres.js';
import { clusterProcesses, type Running } from '../cluster/processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

/** How many runs are attacked, and how many at a time. `ATTACKED_RUNS=100` takes about half an hour. */
const RUNS = Number(process.env.ATTACKED_RUNS ?? 8);
const AT_A_TIME = 3;

/** Misfortunes of each run. They begin before its processes have started. */
const MISFORTUNES = 6;

/** 268 subproblems of 25 ms and more. */
const RUN = '11-bitmask';
const START = ['start', '11', '--algorithm', 'bitmask', '--depth', '3'];
const SOLUTIONS = '2680';

/** How often each kind struck: a process that was still starting, and one that was at work. */
const struck = new Map<string, { starting: number; working: number }>();

/** PostgreSQL serves all runs, and is killed once at a time. */
let outage: Promise<void> | undefined;

/** A worker or a coordinator. Unless it is killed, it must end with 0, and without a stack trace. */
class Victim {
  readonly #begin: () => Running;
  readonly #isAtWork: (said: string) => boolean;
  #process: Running;

  constructor(begin: () => Running, isAtWork: (said: string) => boolean) {
    this.#begin = begin;
    this.#isAtWork = isAtWork;
    this.#process = begin();
  }

  get process(): Running {
    return this.#process;
  }

  note(kind: string): void {
    const counts = struck.get(kind) ?? { starting: 0, working: 0 };
    counts[this.#isAtWork(this.#process.said()) ? 'working' : 'starting']++;
    struck.set(kind, counts);
  }

  /** Waits until it is at work, but not for ever: the others may be dead. */
  async getToWork(): Promise<void> {
    for (let waited = 0; waited < 5000 && !this.#isAtWork(this.#process.said()); waited += 50) await delay(50);
  }

  async replace(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const old = this.#process;
    old.kill(signal);
    const { stderr, exitCode } = await old.end;
    expect(stderr).not.toContain('    at ');
    if (signal === 'SIGTERM' && exitCode !== undefined) expect([0, 143]).toContain(exitCode);
    this.#process = this.#begin();
  }

  async freeze(): Promise<void> {
    this.#process.kill('SIGSTOP');
    await delay(randomInt(4000));
    this.#process.kill('SIGCONT');
  }
}

async function attack(): Promise<void> {
  const url = await createSurely();
  const workers = [0, 1].map(
    () =>
      new Victim(
        () => cluster.work(url, 'kernel-slow'),
        (said) => said.includes('counts with'),
      ),
  );
  const coordinator = new Victim(
    () => cluster.start(url, [...START, '--progress', 'always']),
    (said) => said.includes('subproblems'),
  );

  /** What may happen, to whom. */
  const misfortunes: readonly [kind: string, victim: Victim, strike: (victim: Victim) => Promise<void>][] = [
    ...workers.flatMap((worker): [string, Victim, (victim: Victim) => Promise<void>][] => [
      ['kill -9 of a worker', worker, (victim) => victim.replace('SIGKILL')],
      ['SIGTERM of a worker', worker, (victim) => victim.replace('SIGTERM')],
      ['a frozen worker', worker, (victim) => victim.freeze()],
    ]),
    ['kill -9 of the coordinator', coordinator, (victim) => victim.replace('SIGKILL')],
    ['kill -9 of the coordinator', coordinator, (victim) => victim.replace('SIGKILL')],
    ['kill -9 of PostgreSQL', coordinator, killPostgres],
    ['kill -9 of PostgreSQL', coordinator, killPostgres],
  ];
  for (let number = 0; number < MISFORTUNES; number++) {
    const [kind, victim, strike] = misfortunes[randomInt(misfortunes.length)] ?? [];
    if (!kind || !victim) continue;
    if (randomInt(2) === 0) await victim.getToWork();
    await delay(randomInt(1000));
    victim.note(kind);
    await strike?.(victim);
  }

  const { stdout, stderr, exitCode } = await coordinator.process.end;
  expect({ stdout, exitCode }, stderr).toEqual({ stdout: SOLUTIONS, exitCode: 0 });
  await surely(() => expectWholeLedger(url, RUN));
  for (const { process } of workers) {
    process.kill('SIGTERM');
    const end = await process.end;
    expect(end.stderr).not.toContain('    at ');
    if (end.exitCode !== undefined) expect([0, 143]).toContain(end.exitCode); // 143: it was still starting
  }
}

async function killPostgres(): Promise<void> {
  outage ??= postgres.killAndRestart(randomInt(2500)).finally(() => {
    outage = undefined;
  });
  await outage;
}

/** A new database; the server may be killed while it is made. */
async function createSurely(): Promise<string> {
  for (;;) {
    try {
      return await postgres.create();
    } catch {
      await outage;
    }
  }
}

/** Asks the database again if it was killed meanwhile, for another run. */
async function surely<T>(task: () => Promise<T>): Promise<T> {
  for (;;) {
    await outage;
    try {
      return await task();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await delay(100);
    }
  }
}

const title = `${RUNS} runs whose workers, coordinators and database die at any moment, also while they start, are exact`;

test(title, { timeout: 120_000 * RUNS }, async () => {
  let left = RUNS;
  const lanes = Array.from({ length: AT_A_TIME }, async () => {
    while (left-- > 0) await attack();
  });
  await Promise.all(lanes);
  console.table(Object.fromEntries(struck));
});
