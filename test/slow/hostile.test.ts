import { expect, test } from 'vitest';
import { expectWholeLedger } from '../cluster/ledger-of.js';
import { ask, executeScript, postgresForTests, urlFor, WORKER_ROLE } from '../cluster/postgres.js';
import { clusterProcesses, until } from '../cluster/processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

/**
 * What a hostile login does again and again while others count; statements that fail are part of it.
 *
 * @param worker a worker of its own, enrolled before its ghosts are as many as a login may have.
 */
const attacksOf = (worker: number): readonly [name: string, statement: string][] => [
  [
    'takes jobs and keeps them',
    `select * from queens_par.move_to_active('queens-par', 'eve', 9e15::bigint, 0, 'x', 1, 1)`,
  ],
  [
    'completes jobs of which it hands in nothing',
    `select queens_par.move_to_completed('queens-par', id, 'eve', null, 1, true, null, null)
       from queens_par.move_to_active('queens-par', 'eve', 1, 0, 'x', 1, 1)`,
  ],
  [
    'fails jobs',
    `select queens_par.move_to_failed('queens-par', id, 'eve', repeat('x', 1000000), to_jsonb(repeat('x', 1000000)), 1, false, null, null)
       from queens_par.move_to_active('queens-par', 'eve', 1, 0, 'x', 1, 1)`,
  ],
  [
    'puts jobs off',
    `select queens_par.move_to_delayed('queens-par', id, 'eve', 9e15::bigint, 9e15::bigint, true, '', null)
       from queens_par.move_to_active('queens-par', 'eve', 1, 0, 'x', 1, 1)`,
  ],
  ['says that jobs are stalled', `select queens_par.move_stalled_jobs_to_wait('queens-par', 0, 9e15::bigint, 1)`],
  ['enrolls ghosts', `select queens_par.enroll('ghost-' || random(), 1024, 'k', random() < 0.5)`],
  ['fails the run', `select queens_par.fail(${worker}, 1, 'I say so')`],
  [
    'asks for what is unfinished',
    `select queens_par.unfinished(1, false, array(select 'a' || i from generate_series(1, 1000) i))`,
  ],
  ['pauses the queue', `insert into queens_par_queue.meta values ('queens-par', 'paused', '1')`],
  ['deletes jobs', 'delete from queens_par_queue.job'],
  ['notifies', `select pg_notify('bullmq_jobs', 'queens-par')`],
];

test('a login that attacks all the time delays a run, but neither ends it nor changes its total', async () => {
  const url = await postgres.create();
  await cluster.run(url, 'status');
  await executeScript(url, WORKER_ROLE);
  for (const name of ['eve', 'ada'])
    await ask(url, `create role ${name} login password '${name}' connection limit 40 in role queens_par_worker`);
  const eve = urlFor(url, 'eve', 'eve');
  const [enrolled] = await ask<{ worker: number }>(eve, `select queens_par.enroll('one', 1, 'k', false) as worker`);
  const attacks = attacksOf(enrolled?.worker ?? 0);
  let isOver = false;
  const done = new Map(attacks.map(([name]) => [name, 0]));
  async function attack(): Promise<void> {
    while (!isOver) {
      for (const [name, statement] of attacks) {
        await ask(eve, statement).catch(() => {});
        done.set(name, (done.get(name) ?? 0) + 1);
      }
      for (const run of await ask(url, 'select id, plan_hash, kernel from queens_par.run'))
        await ask(
          eve,
          `select queens_par.submit(${enrolled?.worker}, $1, $2, $3, '{no.such-thing}', '{5}', '{1}', '{1}', '{1}')`,
          Object.values(run),
        ).catch(() => {});
    }
  }
  const attackers = [attack(), attack(), attack()];
  const start = cluster.run(url, 'start', '14', '--algorithm', 'bitmask', '--depth', '4');
  // The count begins when all attacks have been tried against the run: a fast machine would be done before.
  const unwanted = 'select from queens_par.worker where unwanted > 0';
  await until(async () => (await ask(url, unwanted)).length > 0, 'a result that nobody asked for is handed in');
  cluster.work(urlFor(url, 'ada', 'ada'));
  const { stdout, stderr, exitCode } = await start.finally(() => {
    isOver = true;
  });
  await Promise.all(attackers);
  expect({ stdout, exitCode }, stderr).toEqual({ stdout: '365596', exitCode: 0 });
  await expectWholeLedger(url, '14-bitmask');
  for (const [name, times] of done) expect(times, name).toBeGreaterThan(0);
  const { warnings } = JSON.parse((await cluster.run(url, 'status', '--json')).stdout);
  expect(warnings.map(({ login }: { login: string }) => login)).toContain('eve');
});
