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

/** Starts a worker, and waits until it is known to the ledger. */
async function working(url: string, fault?: string) {
  const worker = cluster.work(url, fault);
  await until(() => worker.said().includes('counts with'), 'the worker is there');
  return worker;
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
    for (const name of ['ada', 'bob']) await working(await login(name));
    expect(await cluster.run(owner, ...START)).toMatchObject({ stdout: '724', exitCode: 0 });
    await expectWholeLedger(owner, RUN);
    const pairs = await pairsOf(owner);
    expect(pairs.filter((pair) => !['ada bob', 'bob ada'].includes(pair))).toEqual([]);
    expect(await setAside(owner)).toEqual([]);
  });

  test('a login that lied first is set aside, and what it counted is counted by others', async () => {
    const { owner, login } = await newCluster();
    await countedBy(owner, await login('mallory'), 'kernel-miscounts');
    await working(await login('bob'));
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
    await working(await login('mallory'), 'kernel-miscounts');
    expect(await cluster.run(owner, ...START)).toMatchObject({ stdout: '724', exitCode: 0 });
    expect(await setAside(owner)).toEqual(['mallory']);
    expect(await pairsOf(owner)).toEqual(['bob -']);
  });

  test('two logins that lie differently are both set aside; what one of them had confirmed is confirmed by another', async () => {
    const { owner, login } = await newCluster();
    await countedBy(owner, await login('mallory'), 'kernel-miscounts');
    await ask(owner, 'update queens_par.result set count = count + 1'); // as if it had lied more
    const trudy = await working(await login('trudy'), 'kernel-miscounts');
    const start = cluster.start(owner, START);
    await until(async () => (await setAside(owner)).length === 2, 'both are set aside');
    expect(await setAside(owner)).toEqual(['mallory', 'trudy']);
    trudy.kill('SIGKILL');
    for (const name of ['ada', 'bob']) await working(await login(name));
    expect(await start.end).toMatchObject({ stdout: '724', exitCode: 0 });
    await expectWholeLedger(owner, RUN);
    const pairs = await pairsOf(owner);
    expect(pairs.filter((pair) => !['ada bob', 'bob ada', 'ada -', 'bob -'].includes(pair))).toEqual([]);
  });

  test('one login only: the total is given, and the status says that it rests on that login alone', async () => {
    const { owner, login } = await newCluster();
    await working(await login('ada'));
    expect(await cluster.run(owner, ...START)).toMatchObject({ stdout: '724', exitCode: 0 });
    const status = await cluster.run(owner, 'status', RUN);
    expect(status.stdout).toContain('100% rests on one login alone: ada (100%)');
    expect(status.stdout).toContain('nothing was counted a second time: no other login than ada was there to do it');
    const [run] = JSON.parse((await cluster.run(owner, 'status', RUN, '--json')).stdout).runs;
    expect(run).toMatchObject({ agreement: 'agrees', trust: { recount: 1, recounted: 0, restsOnOneLogin: 1 } });

    // Another login may come later.
    await working(await login('bob'));
    expect(await cluster.run(owner, ...START)).toMatchObject({ stdout: '724', exitCode: 0 });
    const [again] = JSON.parse((await cluster.run(owner, 'status', RUN, '--json')).stdout).runs;
    expect(again.trust).toMatchObject({ restsOnOneLogin: 0, recounted: again.subproblems });
    expect((await cluster.run(owner, 'status', RUN)).stdout).toMatch(
      /drawn to be counted a second time; another login has counted all of them, and agrees/,
    );
  });

  test('a coordinator that is killed meanwhile leaves nothing behind that the next one does not finish', async () => {
    const { owner, login } = await newCluster();
    for (const name of ['ada', 'bob']) await working(await login(name), 'kernel-slow');
    for (let deaths = 0; deaths < 3; deaths++) {
      const start = cluster.start(owner, START);
      const [before] = await ask<{ count: number }>(owner, 'select count(count)::integer from queens_par.recount');
      await until(async () => {
        const [row] = await ask<{ count: number }>(owner, 'select count(count)::integer from queens_par.recount');
        return (row?.count ?? 0) > (before?.count ?? 0);
      }, 'something more is counted twice');
      start.kill('SIGKILL');
      await start.end;
    }
    expect(await cluster.run(owner, ...START)).toMatchObject({ stdout: '724', exitCode: 0 });
    const pairs = await pairsOf(owner);
    expect(pairs.filter((pair) => !['ada bob', 'bob ada'].includes(pair))).toEqual([]);
  });

  test('a percentage draws that part of the results', async () => {
    const { owner, login } = await newCluster();
    for (const name of ['ada', 'bob']) await working(await login(name));
    const start = [...START.slice(0, -3), '--depth', '3', '--recount', '20%'];
    expect(await cluster.run(owner, ...start)).toMatchObject({ stdout: '724', exitCode: 0 });
    const [run] = JSON.parse((await cluster.run(owner, 'status', RUN, '--json')).stdout).runs;
    expect(run.trust.drawn).toBeGreaterThanOrEqual(run.subproblems / 5);
    expect(run.trust.drawn).toBeLessThan(run.subproblems / 2);
    expect(run.trust.recounted).toBe(run.trust.drawn);
  });
});

describe('a worker of the owner', () => {
  test('that contradicts another one and is wrong is set aside by itself', async () => {
    const { owner } = await newCluster();
    await countedBy(owner, owner, 'kernel-miscounts');
    const [wrong] = await ask<{ name: string }>(owner, 'select name from queens_par.worker');
    const good = await working(owner);
    const [row] = await ask(
      owner,
      `select run.id, plan_hash, run.kernel, worker.id as worker
                                      from queens_par.run, queens_par.worker where not gone`,
    );
    // As when a job of the wrong one is delivered to the good one as well.
    const submit = `select queens_par.submit($1, $2, $3, $4, array[$5], array[$6::bigint], '{1}', '{1}', '{1}')`;
    const [first] = await ask(owner, 'select subproblem, count from queens_par.result limit 1');
    const values = [row?.worker, row?.id, row?.plan_hash, row?.kernel, first?.subproblem, Number(first?.count) - 1];
    await ask(owner, submit, values);
    const start = await cluster.run(owner, ...START);
    expect(start).toMatchObject({ stdout: '724', exitCode: 0 });
    expect(start.stderr).toContain(`worker ${wrong?.name} is set aside: it counted`);
    expect(await setAside(owner)).toEqual([]);
    good.kill('SIGTERM');
    await good.end;
  });
});

describe('a total that is not the published one', () => {
  test('is marked in status and metrics for good, with the logins it rests on; an audit of these finds who was wrong', async () => {
    const { owner, login } = await newCluster();
    await countedBy(owner, await login('mallory'), 'kernel-miscounts');
    const start = await cluster.run(owner, 'start', '10', '--algorithm', 'bitmask', '--depth', '2', '--recount', '0');
    expect(start.exitCode).toBe(1);
    const blame =
      /A000170 has 724; the total rests on mallory \(100%\), and a worker counted wrong: queens-par cluster audit 10-bitmask --worker LOGIN/;
    expect(start.stderr).toMatch(blame);
    expect(start.stderr).not.toContain('this machine');
    for (const _ of [1, 2]) expect((await cluster.run(owner, 'status')).stdout).toMatch(blame);
    const [run] = JSON.parse((await cluster.run(owner, 'status', RUN, '--json')).stdout).runs;
    expect(run).toMatchObject({
      agreement: 'differs',
      trust: { logins: [{ login: 'mallory', fractionCounted: 1, fractionAlone: 1 }] },
    });

    const metrics = cluster.start(owner, ['status', '--metrics', '0']);
    await until(() => metrics.said().includes('/metrics'), 'metrics are served');
    const [address = ''] = /http\S+/.exec(metrics.said()) ?? [];
    const text = await (await fetch(address)).text();
    expect(text).toContain('queens_par_differs{run="10-bitmask",n="10"} 1');
    expect(text).toContain('queens_par_rests_on_one_login{run="10-bitmask",n="10"} 1');

    const audit = await cluster.run(owner, 'audit', RUN, '--worker', 'mallory', '--sample', '2');
    expect(audit.exitCode).toBe(1);
    expect(audit.stderr).toMatch(/was counted by mallory\//);
    const nobody = await cluster.run(owner, 'audit', RUN, '--worker', 'nobody');
    expect(nobody).toMatchObject({ exitCode: 2 });
    expect(nobody.stderr).toContain('no worker or login named nobody counted for run 10-bitmask');
  });
});

test('--recount asks for something to count', async () => {
  const { owner } = await newCluster();
  const { stderr, exitCode } = await cluster.run(owner, 'start', '10', '--recount', '200%');
  expect({ stderr, exitCode }).toEqual({
    stderr: expect.stringContaining('--recount must be like 1% or 20'),
    exitCode: 2,
  });
});
