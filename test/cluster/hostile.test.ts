import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectWholeLedger } from './ledger-of.js';
import { ask, executeScript, postgresForTests, urlFor, WORKER_ROLE } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

// What a login with the role of workers can try against a run: statements that findings about the cluster named, and some
// more. It must not be able to block, pause, delay, starve or falsify the run, or to become anyone else.

const postgres = postgresForTests();
const cluster = clusterProcesses();

let owner: string;
let eve: string;
let ada: string;

beforeAll(async () => {
  owner = await postgres.create();
  await cluster.run(owner, 'status'); // makes the tables
  await executeScript(owner, WORKER_ROLE);
  await ask(owner, `create role eve login password 'eve' connection limit 40 in role queens_par_worker`);
  await ask(owner, `create role ada login password 'ada' connection limit 40 in role queens_par_worker`);
  eve = urlFor(owner, 'eve', 'eve');
  ada = urlFor(owner, 'ada', 'ada');
});

describe('a hostile login is refused', () => {
  test.each([
    ['to make a pause', `insert into queens_par_queue.meta values ('queens-par', 'paused', '1')`],
    ['to pause by the function', `select queens_par_queue.pause('queens-par', true)`],
    ['to limit the queue', `insert into queens_par_queue.meta values ('queens-par', 'concurrency', '0')`],
    ['to change a job', `update queens_par_queue.job set data = '{}'`],
    ['to put jobs off', 'update queens_par_queue.job set process_at_ms = 9e15'],
    ['to delete jobs', 'delete from queens_par_queue.job'],
    ['to empty the queue', `select queens_par_queue.drain('queens-par', true)`],
    ['to remove the queue', `select queens_par_queue.obliterate('queens-par', 1000, true)`],
    ['to make a job', `select queens_par_queue.add_jobs_bulk('queens-par', '[]')`],
    ['to write a log', `insert into queens_par_queue.job_log values ('queens-par', '1', 1, 'x')`],
    ['to write events', `insert into queens_par_queue.event (queue, event, created_at_ms) values ('q', 'e', 1)`],
    ['to write events by the function', `select queens_par_queue.publish_event('queens-par', 'e', '{}')`],
    ['to read the tokens of jobs', 'select lock_token from queens_par_queue.job'],
    ['to lock the queue', 'begin; lock table queens_par_queue.job in access exclusive mode'],
    ['to lock jobs', 'select id from queens_par_queue.job for update'],
    [
      'to take jobs without the guard',
      `select queens_par_queue.move_to_active('queens-par', 't', 1, 1, 'n', null, null)`,
    ],
    ['to lock the ledger', 'begin; lock table queens_par.version in share mode'],
    ['to want a subproblem', `select queens_par.want(1, '{a}', '{1}', '{1}')`],
    ['to set others aside', `select queens_par.set_aside_login('ada', 'x')`],
    ['to be trusted again', `select queens_par.trust_login('eve')`],
    ['to see who is set aside', 'select * from queens_par.set_aside'],
    ['to become the owner', 'set role owner'],
    ['to set its role on the owner', 'grant queens_par_worker to ada'],
    ['to make a schema', 'create schema mine'],
    [
      'to replace a function',
      `create function queens_par_queue.hashtext(text) returns integer language sql as 'select 1'`,
    ],
    ['to read a file', `copy (select 1) to program 'true'`],
  ])('%s', async (_, statement) => {
    await expect(ask(eve, statement)).rejects.toThrow(/permission denied|must be owner|must have admin option/);
  });

  test('more connections than its limit', async () => {
    await ask(owner, 'alter role eve connection limit -1');
    await executeScript(owner, WORKER_ROLE); // gives one to logins without
    expect(await ask(owner, `select rolconnlimit from pg_roles where rolname = 'eve'`)).toEqual([{ rolconnlimit: 40 }]);
  });

  test('the token of every job', async () => {
    for (const call of [
      `queens_par.move_to_completed('queens-par', '1', '0', null, 1, true, null, null)`,
      `queens_par.move_to_failed('queens-par', '1', '0', '', null, 1, true, null, null)`,
      `queens_par.move_to_delayed('queens-par', '1', '0', 1, 1, true, '', null)`,
      `queens_par.move_active_to_wait('queens-par', '1', '0', 1)`,
      `queens_par.retry_job('queens-par', '1', '0', true, '', null)`,
      `queens_par.move_to_active('queens-par', repeat('x', 1000), 1, 1, 'n', null, null)`,
    ])
      await expect(ask(eve, `select ${call}`), call).rejects.toThrow('not the token of a job');
  });
});

describe('with jobs in the queue', () => {
  const HOURS = 3 * 3_600_000;

  /** Takes a job as BullMQ does, with a clock that is three hours ahead. */
  const take = (url: string, token: string, lock = 30_000) =>
    ask<{ id: string; data: { subproblems: number[] } }>(
      url,
      `select * from queens_par.move_to_active('queens-par', $1, $2, $3, 'name', 1, 1)`,
      [token, lock, Date.now() + HOURS],
    );
  const jobs = () =>
    ask<{ id: string; state: string; ahead: number | null; due: number | null; size: number }>(
      owner,
      `select id, state, (locked_until_ms - queens_par.now_ms())::float8 as ahead,
              (process_at_ms - queens_par.now_ms())::float8 as due, length(job::text) as size
         from queens_par_queue.job order by seq`,
    );
  const enroll = async (url: string, name: string, threads = 2) => {
    const [row] = await ask<{ number: number }>(url, `select queens_par.enroll($1, $2, 'k', false) as number`, [
      name,
      threads,
    ]);
    return row?.number ?? 0;
  };

  beforeEach(async () => {
    await ask(
      owner,
      'truncate queens_par_queue.job cascade; truncate queens_par.run, queens_par.worker, queens_par.set_aside cascade',
    );
    await cluster.run(owner, 'start', '10', '--algorithm', 'bitmask', '--depth', '3', '--detach');
    expect((await jobs()).length).toBeGreaterThan(10);
  });

  test('it takes four of them at most, however many workers it says it has, and none once it is set aside', async () => {
    for (let worker = 0; worker < 4; worker++) await enroll(eve, `ghost-${worker}`, 1024);
    for (let job = 0; job < 10; job++) await take(eve, `eve-${job}`);
    expect((await jobs()).filter(({ state }) => state === 'active')).toHaveLength(4);
    expect(await ask(eve, `select value from queens_par.meta where field = 'paused'`)).toEqual([{ value: '1' }]);
    expect(await take(ada, 'ada')).toHaveLength(1);
    await ask(owner, `select queens_par.set_aside_login('ada', 'test')`);
    expect(await take(ada, 'ada')).toHaveLength(0);
  });

  test('its clock changes nothing: locks and delays are by the time of the server, and short', async () => {
    const [taken] = await take(eve, 'eve', 9e15);
    const [held] = (await jobs()).filter(({ state }) => state === 'active');
    expect(held?.ahead).toBeLessThanOrEqual(3_600_000);
    await ask(eve, `select queens_par.extend_lock('queens-par', $1, 'eve', 60000, $2)`, [
      taken?.id,
      Date.now() + HOURS,
    ]);
    expect((await jobs()).find(({ id }) => id === taken?.id)?.ahead).toBeLessThanOrEqual(60_000);
    await ask(
      eve,
      `select queens_par.move_to_delayed('queens-par', $1, 'eve', 9e15::bigint, 9e15::bigint, true, '', null)`,
      [taken?.id],
    );
    const [delayed] = (await jobs()).filter(({ state }) => state === 'delayed');
    expect(delayed?.due).toBeLessThanOrEqual(10_000);
    const [signal] = await ask<{ in: number }>(
      eve,
      `select (next_delay - $1)::float8 as in from queens_par.next_signal('queens-par', null, $1::bigint)`,
      [Date.now() + HOURS],
    );
    expect(signal?.in).toBeLessThanOrEqual(10_000);
  });

  test('it takes no job from another by saying that its time is over', async () => {
    await take(ada, 'ada');
    for (let look = 0; look < 3; look++) {
      await ask(eve, `select queens_par.move_stalled_jobs_to_wait('queens-par', 0, $1, 1)`, [Date.now() + HOURS]);
      await ask(owner, `delete from queens_par_queue.meta where field = 'stalled-check'`);
    }
    expect((await jobs()).filter(({ state }) => state === 'active')).toHaveLength(1);
    // And it cannot keep others from looking.
    await ask(eve, `select queens_par.move_stalled_jobs_to_wait('queens-par', 0, 9e15::bigint, 1)`);
    await ask(eve, `select queens_par.move_stalled_jobs_to_wait('other', 0, 1, 1)`);
    const meta = await ask<{ queue: string; late: boolean }>(
      owner,
      `select queue, value::bigint > queens_par.now_ms() + 1000 as late from queens_par_queue.meta where field = 'stalled-check'`,
    );
    expect(meta).toEqual([{ queue: 'queens-par', late: false }]);
  });

  test('it cannot empty the queue by completing or failing jobs of which it hands in nothing', async () => {
    const before = (await jobs()).length;
    for (let job = 0; job < 3 * before; job++) {
      const [taken] = await take(eve, 'eve');
      const give = job % 2 === 0 ? 'completed' : 'failed';
      const big = 'x'.repeat(1_000_000);
      const values = give === 'completed' ? [taken?.id, JSON.stringify(big)] : [taken?.id, big];
      const args = give === 'completed' ? `$2::jsonb, 1, false` : `$2, to_jsonb($2::text), 1, false`;
      await ask(eve, `select queens_par.move_to_${give}('queens-par', $1, 'eve', ${args}, null, null)`, values).catch(
        (error) => {
          if (!error.message.includes('missing job')) throw error; // it may take no more for a second
        },
      );
      await ask(owner, `update queens_par_queue.job set process_at_ms = 0 where state = 'delayed'`);
    }
    const after = await jobs();
    expect(after).toHaveLength(before);
    for (const { size } of after) expect(size).toBeLessThan(10_000);
    expect(await ask(owner, 'select count(*)::integer as events from queens_par_queue.event')).toEqual([{ events: 0 }]);
  });

  test('it cannot end the run while others count', async () => {
    const [run] = await ask(owner, 'select id from queens_par.run');
    await ask(owner, `update queens_par.worker set handed_in = now() where id = $1`, [await enroll(ada, 'one')]);
    const number = await enroll(eve, 'two');
    await ask(eve, `select queens_par.fail($1, $2, 'I say so')`, [number, run?.id]);
    expect(await ask(owner, 'select state from queens_par.run')).toEqual([{ state: 'counting' }]);
    await ask(ada, `select queens_par.fail($1, $2, 'so do I')`, [await enroll(ada, 'one'), run?.id]);
    expect(await ask(owner, 'select state, reason from queens_par.run')).toEqual([
      { state: 'failed', reason: 'ada/one reports: so do I' },
    ]);
  });

  test('it enrolls 256 workers at most, and those that left leave no rows', async () => {
    const refusal = await ask(
      eve,
      `do $$ begin for i in 1..300 loop perform queens_par.enroll('ghost-' || i, 1, 'k', false); end loop; end $$`,
    ).catch((error) => error.message);
    expect(refusal).toContain('256 workers and 4096 threads are the most for one login');
    await ask(
      eve,
      `do $$ begin for i in 1..1000 loop perform queens_par.enroll('gone-' || i, 1024, 'k', true); end loop; end $$`,
    );
    expect(await ask(owner, 'select count(*)::integer as rows from queens_par.worker')).toEqual([{ rows: 1 }]);
  });

  test('what nobody asked for is not entered, but told of', async () => {
    const [run] = await ask(owner, 'select id, plan_hash, kernel from queens_par.run');
    const number = await enroll(eve, 'two');
    const submit = `select queens_par.submit($1, $2, $3, $4, array(select 'no.such-thing-' || i from generate_series(1, 1000) i),
      array(select 5 from generate_series(1, 1000)), array(select 5 from generate_series(1, 1000)),
      array(select 5 from generate_series(1, 1000)), array(select 5 from generate_series(1, 1000)))`;
    expect(await ask(eve, submit, [number, run?.id, run?.plan_hash, run?.kernel])).toEqual([{ submit: 0 }]);
    expect(await ask(owner, 'select subproblem from queens_par.result')).toEqual([]);
    expect(await ask(owner, 'select unwanted::integer, unwanted_last from queens_par.worker')).toEqual([
      { unwanted: 1000, unwanted_last: 'no.such-thing-1' },
    ]);

    // A worker that leaves does not take this with it, nor does the next one that gets its row.
    await ask(eve, `select queens_par.enroll('two', 1, 'k', true), queens_par.enroll('three', 1, 'k', false)`);
    expect(await ask(owner, 'select name, unwanted::integer from queens_par.worker')).toEqual([
      { name: 'eve/three', unwanted: 1000 },
    ]);
  });

  test('temporary tables and functions of its own are not mistaken for the real ones', async () => {
    await ask(
      eve,
      `create temp table job (like queens_par.meta);
       create function pg_temp.now_ms() returns bigint language sql as 'select 0::bigint';
       create temp table set_aside (role text); insert into set_aside values ('ada');
       create temp table worker (id integer, role name);
       select queens_par.enroll('one', 1, 'k', false), queens_par.move_to_active('queens-par', 'eve', 1, 1, 'x', 1, 1)`,
    );
    expect((await jobs()).filter(({ state }) => state === 'active')).toHaveLength(1);
  });

  test('a count that is impossible sets it aside with all that it handed in; others count it, and the owner can undo that', async () => {
    const [run] = await ask(owner, 'select id, plan_hash, kernel from queens_par.run');
    const wanted = await ask<{ subproblem: string; largest: string }>(
      owner,
      'select subproblem, largest from queens_par.wanted order by 1 limit 3',
    );
    const number = await enroll(eve, 'two');
    const submit = (subproblem: string | undefined, count: string) =>
      ask<{ submit: number }>(eve, `select queens_par.submit($1, $2, $3, $4, $5, $6, '{1}', '{1}', '{1}')`, [
        ...[number, run?.id, run?.plan_hash, run?.kernel],
        [subproblem],
        [count],
      ]);
    expect(await submit(wanted[0]?.subproblem, '0')).toEqual([{ submit: 1 }]);
    expect(await submit(wanted[1]?.subproblem, '9000000000000000000')).toEqual([{ submit: 0 }]);
    await expect(submit(wanted[2]?.subproblem, '0')).rejects.toThrow(
      'login eve is set aside: it handed in 9000000000000000000',
    );
    expect(await ask(owner, 'select count(*)::integer as rows from queens_par.result')).toEqual([{ rows: 0 }]);

    cluster.work(ada);
    expect(await cluster.run(owner, 'start', '10', '--algorithm', 'bitmask')).toMatchObject({
      stdout: '724',
      exitCode: 0,
    });
    await expectWholeLedger(owner, '10-bitmask');
    expect((await cluster.run(owner, 'status')).stdout).toMatch(
      /WARNING: login eve is set aside with 1 result: it handed in 9\S+ solutions of subproblem \S+ of run 10-bitmask, which can have \d+ at most\. Undo it with: queens-par cluster trust eve$/m,
    );
    expect((await cluster.run(owner, 'trust', 'eve')).stderr).toBe(
      'Login eve is trusted: 0 results of it count again.',
    );
    expect((await cluster.run(owner, 'trust', 'nobody')).stderr).toContain('nothing is set aside under login nobody');
    expect(await submit(wanted[2]?.subproblem, '1')).toEqual([{ submit: 0 }]);
  });
});

test('a pause that the owner of the queue made is lifted, and told of', async () => {
  const url = await postgres.create();
  await cluster.run(url, 'status');
  await ask(
    url,
    `insert into queens_par_queue.meta values ('queens-par', 'paused', '1'), ('queens-par', 'concurrency', '0')`,
  );
  cluster.work(url);
  const { stdout, stderr } = await cluster.run(url, 'start', '8', '--algorithm', 'bitmask');
  expect(stdout).toBe('92');
  expect(stderr).toContain('the queue was held back (concurrency, paused); this process let it go on');
});

test('results that are wrong all the same do not keep a run from being counted, audited and exported', async () => {
  const url = await postgres.create();
  const start = ['start', '8', '--algorithm', 'bitmask'];
  await cluster.run(url, ...start, '--detach');
  await ask(
    url,
    `insert into queens_par.worker (name, role, threads, kernel) values ('mallory/x', 'mallory', 1, 'k');
     insert into queens_par.result (run, subproblem, algorithm, count, work, cost, milliseconds, worker)
     values (1, 'no.such-thing', 'bitmask', 5, 1, 1, 1, 1), (1, (select min(subproblem) from queens_par.wanted), 'bitmask', 9e18, 1, 1, 1, 1)`,
  );
  const audit = await cluster.run(url, 'audit', '8-bitmask');
  expect(audit.stderr).toContain('results were set aside that were handed in by mallory: no.such-thing');
  cluster.work(url);
  expect(await cluster.run(url, ...start)).toMatchObject({ stdout: '92', exitCode: 0 });
  await expectWholeLedger(url, '8-bitmask');
  expect(await ask(url, 'select role from queens_par.set_aside')).toEqual([{ role: 'mallory' }]);
  await until(
    async () => (await ask(url, 'select from queens_par.set_aside_result')).length === 2,
    'both are set aside',
  );
});

test('the status warns of each such thing, and names what undoes it', async () => {
  await ask(
    owner,
    'truncate queens_par_queue.job cascade; truncate queens_par.run, queens_par.worker, queens_par.set_aside cascade',
  );
  await cluster.run(owner, 'start', '8', '--algorithm', 'bitmask', '--detach');
  await executeScript(owner, WORKER_ROLE); // gives logins a limit that have none
  await ask(owner, 'alter role ada connection limit -1');
  await ask(owner, `insert into queens_par_queue.meta values ('queens-par', 'paused', '1')`);
  await ask(
    owner,
    `insert into queens_par.worker (name, role, threads, kernel, begun, unwanted, unwanted_last, failed_run, failed_at, refusal)
     select 'eve/one', 'eve', 1, 'k', now() - interval '1 hour', 1000, 'no.such-thing', id, now(), 'cannot count: I say so'
       from queens_par.run`,
  );
  await ask(owner, `update queens_par_queue.job set state = 'active', processed_by = 'eve'`);
  const holder = new pg.Client({ connectionString: eve });
  const waiter = new pg.Client({ connectionString: owner });
  await Promise.all([holder.connect(), waiter.connect()]);
  await holder.query('select pg_advisory_lock(1)');
  const waiting = waiter.query('select pg_advisory_lock(1)');
  await until(async () => {
    const [row] = await ask<{ waits: boolean }>(
      owner,
      'select exists(select from pg_locks where not granted) as waits',
    );
    return row?.waits ?? false;
  }, 'the owner waits');
  const { warnings } = JSON.parse((await cluster.run(owner, 'status', '--json')).stdout);
  const { stdout } = await cluster.run(owner, 'status');
  await holder.end();
  await waiting;
  await waiter.end();
  expect(
    warnings.map(({ kind, login, remedy }: { kind: string; login: string | null; remedy: string }) => [
      kind,
      login,
      remedy.replace(/\d+\)/, 'PID)'),
    ]),
  ).toEqual([
    ['unwanted', 'eve', 'alter role eve nologin'],
    ['failure', 'eve', 'alter role eve nologin'],
    ['idle', 'eve', 'alter role eve nologin'],
    ['held-back', null, 'select queens_par.lift_limits()'],
    ['lock', 'eve', 'select pg_terminate_backend(PID)'],
    ['connections', 'ada', 'alter role ada connection limit 40'],
  ]);
  for (const { message } of warnings) expect(stdout).toContain(`WARNING: ${message}. Undo it with: `);
});

test('the locks that it takes and keeps hold up neither a coordinator nor a worker', async () => {
  await ask(
    owner,
    'truncate queens_par_queue.job cascade; truncate queens_par.run, queens_par.worker, queens_par.set_aside cascade',
  );
  await cluster.run(owner, 'start', '8', '--algorithm', 'bitmask', '--detach');
  const [run] = await ask<{ id: number }>(owner, 'select id from queens_par.run');
  const holder = new pg.Client({ connectionString: eve });
  await holder.connect();
  await holder.query(
    `select pg_advisory_lock(hashtext('queens_par feeder'), $1), pg_advisory_lock(hashtext('queens_par schema')),
            pg_advisory_lock(hashtext('bullmq:finalization'), hashtext('queens-par')),
            pg_advisory_lock(hashtext('bullmq:' || name || ':queens-par'))
       from unnest('{jidseq,concurrency,limiter,evnotify,evtrim}'::text[]) as name`,
    [run?.id],
  );
  cluster.work(ada);
  const { stdout, stderr } = await cluster.run(owner, 'start', '8', '--algorithm', 'bitmask');
  expect(stdout).toBe('92');
  expect(stderr).toContain('login eve holds the lock of the coordinators; this process feeds the run without it');
  await holder.end();
});
