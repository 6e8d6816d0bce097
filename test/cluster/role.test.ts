import { beforeAll, describe, expect, test } from 'vitest';
import { expectWholeLedger } from './ledger-of.js';
import { ask, executeScript, postgresForTests, urlFor, WORKER_ROLE } from './postgres.js';
import { clusterProcesses } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

describe('a worker with the role of worker-role.sql', () => {
  let owner: string;
  let worker: string;

  beforeAll(async () => {
    owner = await postgres.create();
    await cluster.run(owner, 'status'); // makes the schemas
    await executeScript(owner, WORKER_ROLE);
    await executeScript(owner, WORKER_ROLE); // may be executed twice
    await ask(owner, `create role ada login password 'ada''s secret' in role queens_par_worker`);
    worker = urlFor(owner, 'ada', "ada's secret");
  });

  test('counts', async () => {
    const ada = cluster.work(worker);
    cluster.work(worker);
    const { stdout } = await cluster.run(owner, 'start', '12', '--algorithm', 'bitmask', '--depth', '3');
    expect(stdout).toBe('14200');
    await expectWholeLedger(owner, '12-bitmask');
    ada.kill('SIGTERM');
    expect(await ada.end).toMatchObject({ exitCode: 0 });
    expect(ada.said()).not.toMatch(/permission|denied/);
  });

  test.each([
    ['read the ledger', 'select * from queens_par.result'],
    ['read it through the view', 'select * from queens_par.ledger'],
    ['read the runs', 'select * from queens_par.run'],
    ['see who else works', 'select * from queens_par.worker'],
    ['change a result', 'update queens_par.result set count = count + 1'],
    ['take a result away', 'delete from queens_par.result'],
    ['write a result by itself', `insert into queens_par.result select * from queens_par.result`],
    ['hide a conflict', 'delete from queens_par.conflict'],
    ['change a run', `update queens_par.run set total = 1`],
    ['make jobs', `select queens_par_queue.add_jobs_bulk('queens-par', '[{"name": "x", "data": "{}", "opts": {}}]')`],
    ['drop the queue', 'drop schema queens_par_queue cascade'],
    ['make a table', 'create table queens_par.mine (a integer)'],
  ])('cannot %s', async (_, statement) => {
    await expect(ask(worker, statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  test('cannot submit in the name of another', async () => {
    await ask(owner, `create role bob login password 'bob' in role queens_par_worker`);
    const bob = urlFor(owner, 'bob', 'bob');
    const [enrolled] = await ask<{ number: number }>(
      worker,
      `select queens_par.enroll('one', 1, 'k', false) as number`,
    );
    const submit = `select queens_par.submit($1, 1, 'hash', 'k', '{a}', '{1}', '{1}', '{1}', '{1}')`;
    await expect(ask(bob, submit, [enrolled?.number])).rejects.toThrow(/is not enrolled as bob/);
  });

  test('cannot change a result by handing in another count: it is set aside, and others count what it had counted', async () => {
    const [run] = await ask(owner, `select id, plan_hash, kernel, name from queens_par.run where name = '12-bitmask'`);
    const [held] = await ask(owner, 'select subproblem, count::integer as count from queens_par.result limit 1');
    const [enrolled] = await ask<{ number: number }>(
      worker,
      `select queens_par.enroll('two', 1, '${run?.kernel}', false) as number`,
    );
    await ask(worker, `select queens_par.submit($1, $2, $3, $4, $5, $6, '{1}', '{1}', '{1}')`, [
      ...[enrolled?.number, run?.id, run?.plan_hash, run?.kernel],
      [held?.subproblem],
      [held?.count + 1],
    ]);
    const [now] = await ask(owner, 'select count::integer as count from queens_par.result where subproblem = $1', [
      held?.subproblem,
    ]);
    expect(now).toEqual({ count: held?.count });
    const other = cluster.work(owner);
    const { stdout, stderr } = await cluster.run(owner, 'start', '12', '--algorithm', 'bitmask');
    expect(stdout).toBe('14200');
    expect(stderr).toContain(
      `login ada is set aside: it counted ${held?.count + 1} for subproblem ${held?.subproblem}`,
    );
    other.kill('SIGTERM');
    await other.end;
    expect((await cluster.run(owner, 'trust', 'ada')).exitCode).toBe(0);
  });

  test.each([
    ['a count that took for ever', 'a', 1, 'Infinity'],
    ['a count that took no number of milliseconds', 'a', 1, 'NaN'],
    ['a cost whose sum is too large', 'a', 1e308, 1],
    ['a subproblem whose name moves the cursor', '\u001b[2J', 1, 1],
  ])('cannot hand in %s', async (_, subproblem, cost, milliseconds) => {
    const [run] = await ask(owner, 'select id, plan_hash, kernel from queens_par.run');
    const [enrolled] = await ask(worker, `select queens_par.enroll('three', 1, 'k', false) as number`);
    await ask(owner, 'select queens_par.want($1, $2, $3, $4)', [run?.id, [subproblem], [0], [1]]);
    const submit = `select queens_par.submit($1, $2, $3, $4, $5, '{1}', '{1}', $6, $7)`;
    const row = [[subproblem], [cost], [milliseconds]];
    await expect(ask(worker, submit, [enrolled?.number, run?.id, run?.plan_hash, run?.kernel, ...row])).rejects.toThrow(
      'violates check constraint "result_is_possible"',
    );
  });

  test('cannot be more threads than a machine has', async () => {
    await expect(ask(worker, `select queens_par.enroll('many', 2000, 'k', false)`)).rejects.toThrow(
      'violates check constraint "worker_is_possible"',
    );
  });

  test('cannot take the name of another, or reach the terminal of who looks at the status', async () => {
    const trick = '\u001b]0;mine\u0007\n\u009b2J';
    const [enrolled] = await ask(worker, 'select queens_par.enroll($1, 1, $2, false) as number', [
      `owner${trick}`,
      `k${trick}`,
    ]);
    await ask(worker, 'select queens_par.refuse($1, $2)', [enrolled?.number, `no${trick}${'!'.repeat(10_000)}`]);
    const { stdout } = await cluster.run(owner, 'status', '12-bitmask');
    expect(stdout).toContain('ada/owner ]0;mine 2J refused a job: no ]0;mine 2J!!!');
    expect(stdout).not.toContain('!'.repeat(500));
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});
