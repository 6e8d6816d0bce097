/** A run with as many subproblems as one of months, with the faults that it must survive. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RunningProgram } from '../e2e/program.js';
import { checkLedger, countFinished, query, untilFinished, untilQueued, usePostgres } from './postgres.js';
import { useCluster } from './processes.js';

const postgres = usePostgres();
const cluster = useCluster();

/** 70,906 subproblems, more than a plan of 26 queens has. */
const RUN = '16-bitmask';
const START = ['start', '16', '--algorithm', 'bitmask', '--depth', '5'];

/** Counts how many results have been offered to the table, also those that it already had. */
const COUNT_OFFERS = `
  create sequence public.offers;
  grant all on sequence public.offers to public;
  create function public.count_offer() returns trigger language plpgsql as
    $$ begin perform nextval('public.offers'); return new; end $$;
  create trigger count_offers before insert on queens_par.result for each row execute function public.count_offer()`;

/** Returns the seconds of CPU time that all processes of the server have taken; 0 if the system does not tell. */
async function measureServer(url: string): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const [row] = await query<{ folder: string }>(url, `select current_setting('data_directory') as folder`);
  const postmaster = Number(readFileSync(`${row?.folder}/postmaster.pid`, 'utf8').split('\n')[0]);
  const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  let sum = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
        .map(Number);
      const [, parent, , , , , , , , , , user = 0, system = 0, childUser = 0, childSystem = 0] = fields;
      if (Number(pid) === postmaster) sum += user + system + childUser + childSystem;
      else if (parent === postmaster) sum += user + system;
    } catch {} // the process has ended
  }
  return sum / ticks;
}

test('70,906 subproblems are counted exactly by mixed workers, with three kill -9 and an emptied queue', async () => {
  const url = await postgres.create();
  const coordinator = cluster.start(url, START);
  await untilQueued(url, RUN);
  await query(url, COUNT_OFFERS);
  const [jobs] = await query<{ jobs: number }>(url, 'select count(*)::integer as jobs from queens_par.job');
  const before = await measureServer(url);
  const started = performance.now();
  const workers: RunningProgram[] = ['kernel-half', undefined, undefined].map((fault) => cluster.work(url, fault));

  const kill = async (worker: RunningProgram | undefined) => {
    worker?.kill('SIGKILL');
    await worker?.end;
    await untilFinished(url, RUN, (await countFinished(url, RUN)) + 5_000); // the others continue
  };
  await untilFinished(url, RUN, 5_000);
  await kill(workers[1]);
  workers.push(cluster.work(url));
  await kill(workers[0]);
  workers.push(cluster.work(url, 'kernel-half'));
  await query(url, 'truncate queens_par.job');
  await kill(workers[2]);

  expect(await coordinator.end).toMatchObject({ stdout: '14772512', exitCode: 0 });
  await checkLedger(url, RUN);
  const seconds = (performance.now() - started) / 1000;
  await delay(1000); // the statistics of the last connections
  const [offers] = await query<{ twice: number }>(
    url,
    'select (last_value - (select count(*) from queens_par.result))::integer as twice from public.offers',
  );
  const server = (await measureServer(url)) - before;
  const perJob = (total: number) => (total / (jobs?.jobs ?? 1)).toPrecision(2);
  console.info(
    `${jobs?.jobs} jobs in ${seconds.toFixed(0)} s; ${offers?.twice} subproblems counted twice; ` +
      `${perJob(1000 * server)} ms of the database's CPU time for each job, its results included`,
  );
});
