import { describe, expect, test } from 'vitest';
import { expectWholeLedger, finishedOf } from './ledger-of.js';
import { ask, executeScript, postgresForTests, urlFor, WORKER_ROLE } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

const RUN = '10-bitmask';
const START = ['start', '10', '--algorithm', 'bitmask', '--depth', '2', '--recount', '100%'];

/** A new database, and a function that makes a login for a worker and gives its URL. Logins are the server's. */
async function newCluster() {
  const owner = await postgres.create();
  await cluster.run(owner, 'status'); // makes the tables
  await executeScript(owner, WORKER_ROLE);
  async function login(name: string): Promise<string> {
    const rows = await ask(owner, 'select from pg_roles where rolname = $1', [name]);
    if (rows.length === 0) await ask(owner, `create role ${name} login password 'secret' in role queens_par_worker`);
    return urlFor(owner, name, 'secret');
  }
  return { owner, login };
}

/** Who counted the results of the run, and who counted them again: pairs of logins, without repetition. */
async function pairsOf(owner: string): Promise<string[]> {
  const rows = await ask<{ pair: string }>(
    owner,
    `select distinct coalesce(first.role, '-') || ' ' || coalesce(second.role, '-') as pair
       from queens_par.result
       join queens_par.worker first on first.id = result.worker
       left join queens_par.recount using (run, subproblem, algorithm)
       left join queens_par.worker second on second.id = recount.worker
      order by 1`,
  );
  return rows.map(({ pair }) => pair);
}

async function setAside(owner: string): Promise<string[]> {
  const rows = await ask<{ role: string }>(owner, 'select role from queens_par.set_aside order by role');
  return rows.map(({ role }) => role);
}

/** Starts the run and waits until one worker has counted all of it; it is not finished yet. */
async function countedBy(owner: string, worker: string, fault?: string): Promise<void> {
  expect((await cluster.run(owner, ...START, '--detach')).exitCode).toBe(0);
  const [run] = await ask<{ subproblems: number }>(owner, 'select subproblems from queens_par.run');
  const process = cluster.work(worker, fault);
  await until(async () => (await finishedOf(owner, RUN)) === run?.subproblems, 'everything is counted once');
  process.kill('SIGTERM');
  await process.end;
}

describe('with --recount', () => {
  test('another login counts what was drawn a second time', async () => {
    const { owner, login } = await newCluster();
    for (const name of ['ada', 'bob']) cluster.work(await login(name));
    expect(await cluster.run(owner, ...START)).toMatchObject({ stdout: '724', exitCode: 0 });
    await expectWholeLedger(owner, RUN);
    const pairs = await pairsOf(owner);
    expect(pairs.filter((pair) => !['ada bob', 'bob ada'].includes(pair))).toEqual([]);
    expect(await setAside(owner)).toEqual([]);
  });

  test('a login that lied first is set aside, and what it counted is counted by others', async () => {
    const { owner, login } = await newCluster();
    await countedBy(owner, await login('mallory'), 'kernel-miscounts');
    cluster.work(await login('bob'));
    const start = await cluster.run(owner, ...START);
    expect(start).toMatchObject({ stdout: '724', exitCode: 0 });
    expect(start.stderr).toMatch(
      /login mallory is set aside: it counted \d+ for subproblem \S+ of run 10-bitmask, which has/,
    );
    expect(await setAside(owner)).toEqual(['mallory']);
    expect(await pairsOf(owner)).toEqual(['bob -']);
    await expectWholeLedger(owner, RUN);
  });

  test('a login that lies second is set aside; the first count stays', async () => {
    const { owner, login } = await newCluster();
    await countedBy(owner, await login('bob'));
    cluster.work(await login('mallory'), 'kernel-miscounts');
    expect(await cluster.run(owner, ...START)).toMatchObject({ stdout: '724', exitCode: 0 });
    expect(await setAside(owner)).toEqual(['mallory']);
    expect(await pairsOf(owner)).toEqual(['bob -']);
  });
});
