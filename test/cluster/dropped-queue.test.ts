/** Somebody drops the queue, or restores a backup that lacks it, while processes use it. */
import { expect, test } from 'vitest';
import type { RunningProgram } from '../e2e/program.js';
import { checkLedger, query, untilFinished, untilQueued, usePostgres } from './postgres.js';
import { until, useCluster } from './processes.js';

const postgres = usePostgres();
const cluster = useCluster();

const RUN = '10-bitmask';
const START = ['start', '10', '--algorithm', 'bitmask', '--depth', '3'];

/** Drops the queue, and waits until one of these processes has created it again. */
async function dropQueue(url: string, processes: readonly RunningProgram[]): Promise<void> {
  await query(url, 'drop schema queens_par_queue cascade');
  const exists = `select from pg_tables where schemaname = 'queens_par_queue' and tablename = 'job'`;
  await until(async () => (await query(url, exists)).length > 0, 'the queue exists again');
  for (const { stderr } of processes) expect(stderr()).not.toMatch(/Use a login|migrate/);
}

/** Starts a fast worker, and checks the total. */
async function expectExact(url: string, coordinator: RunningProgram): Promise<void> {
  cluster.work(url);
  expect(await coordinator.end).toMatchObject({ stdout: '724', exitCode: 0 });
  await checkLedger(url, RUN);
}

test('a coordinator and a worker create a dropped queue again and go on', async () => {
  const url = await postgres.create();
  const processes = [cluster.start(url, START), cluster.work(url, 'kernel-slow')];
  await untilFinished(url, RUN);
  await dropQueue(url, processes);
  await untilQueued(url, RUN);
  await expectExact(url, processes[0] as RunningProgram);
});

test('a coordinator without workers creates a dropped queue again and fills it', async () => {
  const url = await postgres.create();
  const coordinator = cluster.start(url, START);
  await untilQueued(url, RUN);
  await dropQueue(url, [coordinator]);
  await untilQueued(url, RUN);
  await expectExact(url, coordinator);
});

test('an idle worker creates a dropped queue again for the owner of the results', async () => {
  const url = await postgres.create();
  await query(
    url,
    `create role queens login password 'secret'; create role ada login password 'secret' in role queens;
     alter database ${new URL(url).pathname.slice(1)} owner to queens`,
  );
  const as = (login: string) => url.replace(/\/\/.*@/, `//${login}:secret@`);
  await cluster.run(as('queens'), 'status');
  const worker = cluster.work(as('ada'));
  await until(() => worker.stderr().includes('is counting on'), 'the worker is idle');
  const seen = `select from queens_par.worker where last_seen > now() - interval '1 hour'`;
  await query(url, `update queens_par.worker set last_seen = now() - interval '2 hours'`);
  await dropQueue(url, [worker]);
  const owner = `select nspowner::regrole::text as owner from pg_namespace where nspname = 'queens_par_queue'`;
  expect(await query(url, owner)).toEqual([{ owner: 'queens' }]);
  await expectExact(url, cluster.start(as('queens'), START));
  await until(async () => (await query(url, seen)).length > 1, "the worker's heartbeat is seen");
});
