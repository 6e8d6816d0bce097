import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Database } from '../../../src/cluster/connection/database.js';
import { type Registration, registerWorker } from '../../../src/cluster/tables/registration.js';
import { type ClusterRun, openRun } from '../../../src/cluster/tables/runs.js';
import {
  addJobs,
  finishJobs,
  releaseSilent,
  returnJob,
  sendHeartbeat,
  type TakenJob,
  takeJobs,
} from '../../../src/cluster/work/queue.js';
import { kernelVersion } from '../../../src/node/threads/compile-kernel.js';
import { planBitmask } from '../../core/plan/plans.js';
import { query, useSharedServer } from '../postgres.js';

const postgres = useSharedServer();
const unfinished = { has: () => false };
let url: string;
let database: Database;
beforeAll(async () => {
  url = await postgres.createTables();
  database = new Database(url);
});
beforeEach(async () => {
  await query(url, 'delete from queens_par.run');
  for (const name of ['ada', 'bob']) await registerWorker(database, workerNamed(name));
});
afterAll(() => database.close());

/** Returns a worker whose name ends as those of real workers do. */
function workerNamed(host: string): Registration {
  const name = `${host}-4711-3f9a12`;
  return { name, threads: 1, memory: 2 ** 28, lease: 30, kernels: kernelVersion(), isRunning: true };
}

const [ada, bob] = [workerNamed('ada'), workerNamed('bob')];

/** Starts a run of 13 queens, and adds its jobs. @returns the run and the number of its jobs. */
async function startRun(name: string, n = 13): Promise<{ run: ClusterRun; size: number }> {
  const run = await openRun(database, planBitmask(n, 2), undefined, name);
  return { run, size: await addJobs(database, run, unfinished) };
}

async function take(worker: Registration, most = 1000, failing: readonly number[] = []): Promise<TakenJob[]> {
  return takeJobs(database, worker, failing, most);
}

/** Returns the indexes of a run's first subproblems in the jobs that nobody holds, in the order of the queue. */
async function readWaiting(): Promise<number[]> {
  const order = 'order by run, setbacks, cost desc, first';
  const rows = await query<{ first: number }>(url, `select first from queens_par.job where holder is null ${order}`);
  return rows.map(({ first }) => first);
}

/** Moves the last heartbeat of a worker into the past, or into the future. */
async function setLastSeen({ name }: Registration, time: string): Promise<void> {
  await query(url, `update queens_par.worker set last_seen = now() + $2::interval where name = $1`, [name, time]);
}

test('workers take the jobs of a short run before those of a long one that was started earlier', async () => {
  const { run: long } = await startRun('long', 16);
  const { run: short, size } = await startRun('short', 8);
  const { run: again } = await startRun('again', 8); // costs as much, but was started later
  const taken: number[] = [];
  for (let i = 0; i < 2 * size + 2; i++) taken.push(...(await take(ada, 1)).map(({ run }) => run));
  expect(taken).toEqual([...Array(size).fill(short.id), ...Array(size).fill(again.id), long.id, long.id]);
});

test('a worker gets no jobs of runs that have other kernels, are not being counted, or fail on it', async () => {
  const { run: other } = await startRun('other', 8);
  const { run: stopped } = await startRun('stopped', 9);
  const { run: bad } = await startRun('bad', 10);
  const { run: good, size } = await startRun('good', 13);
  await query(url, `update queens_par.run set kernels = '0.0.1+1' where id = $1`, [other.id]);
  await query(url, `update queens_par.run set state = 'stopped' where id = $1`, [stopped.id]);
  const jobs = await take(ada, 1000, [bad.id]);
  expect(jobs.map(({ run }) => run)).toEqual(Array(size).fill(good.id));
  expect(new Set((await take(bob)).map(({ run }) => run))).toEqual(new Set([bad.id]));
});

test('a job comes with its run and with the indexes of its finished subproblems', async () => {
  const { run } = await startRun('run');
  const columns = 'run, index, count, work, cost, milliseconds, ended, worker';
  await query(
    url,
    `insert into queens_par.result (${columns})
     select $1, 1, 0, 0, 0, 0, 'epoch', id from queens_par.worker where name = $2`,
    [run.id, ada.name],
  );
  const jobs = await take(ada);
  expect(jobs.find(({ first, end }) => first <= 1 && end > 1)).toMatchObject({
    finished: [1],
    runRow: { id: run.id, name: 'run', n: 13, planHash: run.plan.hash, subproblems: run.plan.subproblems.length },
  });
  expect(jobs.filter(({ finished }) => finished.length > 0)).toHaveLength(1);
});

test('two workers that take jobs at once get each job once', async () => {
  const { size } = await startRun('run', 16);
  const other = new Database(url);
  const batches = await Promise.all(
    Array.from({ length: 40 }, (_, i) => takeJobs(i % 2 ? other : database, i % 2 ? ada : bob, [], 100)),
  );
  await other.close();
  const rest = await take(ada, 10_000);
  const firsts = [...batches.flat(), ...rest].map(({ first }) => first);
  expect(new Set(firsts).size).toBe(firsts.length);
  expect(firsts).toHaveLength(size);
});

test('expensive jobs go first, and a returned job goes behind the others of its run', async () => {
  await startRun('run');
  const order = await readWaiting();
  const [job] = await take(ada, 1);
  expect(job?.first).toBe(order[0]);
  expect(await returnJob(database, bob, job as TakenJob)).toBe(0); // bob does not hold it
  expect(await returnJob(database, ada, job as TakenJob)).toBe(1);
  expect(await readWaiting()).toEqual([...order.slice(1), order[0]]);
});

test('only jobs that are gone from the queue are added again', async () => {
  const { run, size } = await startRun('run');
  const order = await readWaiting();
  const [held, ...gone] = await take(ada, 3);
  expect(await finishJobs(database, run.id, gone)).toBe(true);
  const isNotLast = { has: (index: number) => index === run.plan.subproblems.length - 1 };
  expect(await addJobs(database, run, isNotLast)).toBe(size - 1);
  expect(await readWaiting()).toEqual(order.slice(1));
  expect(await take(ada)).toHaveLength(size - 1);
  expect(await finishJobs(database, run.id, [held as TakenJob])).toBe(true);
  await query(url, 'delete from queens_par.job where first <> $1', [order.at(-1)]);
  expect(await finishJobs(database, run.id, [{ run: run.id, first: order.at(-1) as number, end: 0 }])).toBe(false);
});

test('a run that has no unfinished subproblems, or is not being counted, gets no jobs', async () => {
  const run = await openRun(database, planBitmask(6, 1));
  expect(await addJobs(database, run, { has: () => true })).toBe(0);
  await query(url, `update queens_par.run set state = 'stopped'`);
  await addJobs(database, run, unfinished);
  expect(await readWaiting()).toEqual([]);
  const empty = await openRun(database, planBitmask(2, 0));
  expect(await addJobs(database, empty, unfinished)).toBe(empty.plan.subproblems.length);
});

test('the jobs of a silent worker go to others, in their places, and it gets back those that wait', async () => {
  const { run, size } = await startRun('run');
  const jobs = await take(ada);
  await query(url, `update queens_par.job set taken = now() - interval '1 day'`);
  await setLastSeen(ada, '-29 seconds');
  await releaseSilent(database);
  expect(await take(bob)).toEqual([]);
  await setLastSeen(ada, '-31 seconds');
  await releaseSilent(database);
  expect(await query(url, 'select from queens_par.worker where stopped')).toHaveLength(1);
  const [first] = await take(bob, 1);
  expect(first).toMatchObject({ first: jobs[0]?.first, deadlyHosts: [] });
  expect(await sendHeartbeat(database, ada, jobs)).toEqual([]);
  expect(await query(url, 'select from queens_par.worker where stopped')).toEqual([]);
  expect(await take(bob)).toEqual([]);
  expect(await query(url, 'select from queens_par.job where run = $1', [run.id])).toHaveLength(size);
});

test('a heartbeat releases the jobs that the worker does not count, and a worker that stops holds none', async () => {
  const { size } = await startRun('run');
  const [counted, ...others] = await take(ada);
  await sendHeartbeat(database, ada, [counted as TakenJob]);
  expect(await take(bob)).toHaveLength(others.length);
  await sendHeartbeat(database, { ...bob, isRunning: false }, []);
  await sendHeartbeat(database, { ...ada, isRunning: false }, []);
  expect(await readWaiting()).toHaveLength(size);
  expect(await take(ada)).toEqual([]); // it has stopped
});

test('a heartbeat tells which runs a user has removed or stopped, but not those that have failed', async () => {
  const names = ['removed', 'stopped', 'failed', 'counting'];
  const jobs: TakenJob[] = [];
  for (const name of names) {
    await startRun(name, 8);
    jobs.push(...(await take(ada)));
  }
  const [removed, stopped] = jobs.filter(({ first }) => first === 0).map(({ run }) => run);
  await query(url, `delete from queens_par.run where name = 'removed'`);
  await query(url, `update queens_par.run set state = name where name in ('stopped', 'failed')`);
  expect(new Set(await sendHeartbeat(database, ada, jobs))).toEqual(new Set([removed, stopped]));
  await query(url, `update queens_par.run set reason = 'the results of bob were removed' where name = 'stopped'`);
  expect(new Set(await sendHeartbeat(database, ada, jobs))).toEqual(new Set([removed]));
});

test('deaths soon after a job was taken count against the job, once for each host, and others do not', async () => {
  await startRun('run');
  const order = await readWaiting();
  async function die(worker: Registration, taken: string): Promise<void> {
    await registerWorker(database, worker);
    await query(
      url,
      `update queens_par.job
          set holder = (select id from queens_par.worker where name = $2), taken = now() - $3::interval
        where first = $1`,
      [order[0], worker.name, taken],
    );
    await setLastSeen(worker, '-1 minute');
    await releaseSilent(database);
  }
  await die(ada, '12 minutes'); // its last heartbeat was eleven minutes after it took the job
  expect(await readWaiting()).toEqual(order);
  await die(ada, '10 minutes');
  await die({ ...ada, name: 'ada-4712-000000' }, '5 minutes');
  await die(bob, '1 second'); // died before its first heartbeat
  expect(await readWaiting()).toEqual([...order.slice(1), order[0]]);
  const [row] = await query<{ hosts: string[] }>(
    url,
    `select deadly_hosts as hosts from queens_par.job where first = ${order[0]}`,
  );
  expect(row?.hosts).toEqual(['ada', 'bob']);
});

test("a jump of the database's clock costs no worker its lease for longer than the jump", async () => {
  await startRun('run');
  const jobs = await take(ada);
  await setLastSeen(ada, '1 hour'); // the clock was an hour ahead, and has been set back
  await releaseSilent(database);
  expect(await take(bob)).toEqual([]);
  const [seen] = await query<{ isPast: boolean }>(
    url,
    `select last_seen <= now() as "isPast" from queens_par.worker where name = '${ada.name}'`,
  );
  expect(seen).toEqual({ isPast: true });
  await sendHeartbeat(database, ada, jobs);
  await setLastSeen(ada, '-31 seconds');
  await releaseSilent(database);
  expect(await take(bob)).toHaveLength(jobs.length);
});

test('jobs that somebody has given to a stopped worker are released when jobs are added', async () => {
  const { run, size } = await startRun('run');
  await registerWorker(database, { ...bob, isRunning: false });
  await query(url, `update queens_par.job set holder = (select id from queens_par.worker where name = '${bob.name}')`);
  expect(await take(ada)).toEqual([]);
  await addJobs(database, run, unfinished);
  expect(await take(ada)).toHaveLength(size);
});

test('taking, claiming, releasing and finishing jobs does not read the whole queue', async () => {
  const { run } = await startRun('run');
  await query(
    url,
    `insert into queens_par.job (run, first, "end", cost)
     select ${run.id}, i, i + 1, i from generate_series(1000, 30000) as i;
     analyze queens_par.job`,
  );
  const read = async () => {
    const [row] = await query<{ rows: number }>(
      url,
      `select (seq_tup_read + sum(idx_tup_read))::integer as rows
         from pg_stat_user_tables as tables join pg_stat_user_indexes using (relid)
        where tables.relname = 'job' group by seq_tup_read`,
    );
    return row?.rows ?? 0;
  };
  const reader = new Database(url);
  const before = await read();
  const jobs = await takeJobs(reader, ada, [], 3);
  await sendHeartbeat(reader, ada, jobs);
  await releaseSilent(reader);
  await finishJobs(reader, run.id, jobs);
  await reader.close(); // PostgreSQL publishes the numbers of a connection that ends
  expect((await read()) - before).toBeLessThan(3_000); // of 30,000, with entries of deleted rows
});
