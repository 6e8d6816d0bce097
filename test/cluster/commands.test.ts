import { beforeAll, expect, test } from 'vitest';
import { examples } from '../docs/json-page.js';
import { queensPar } from '../e2e/program.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { checkLedger, query, takeLock, untilFinished, untilQueued, useSharedServer } from './postgres.js';
import { until, useCluster } from './processes.js';

const postgres = useSharedServer();
const cluster = useCluster();
const path = temporaryFolder();

let url: string;

/** Finishes one run, and stops a second run before its end. Uninterrupted, the second would take a minute. */
beforeAll(async () => {
  url = await postgres.create();
  const worker = cluster.start(url, ['work', '--threads', '1'], 'kernel-slow');
  await cluster.run(url, 'start', '8', '--algorithm', 'bitmask', '--run', 'small');
  const coordinator = cluster.start(url, ['start', '11', '--algorithm', 'bitmask', '--depth', '3']);
  await untilFinished(url, '11-bitmask');
  worker.kill('SIGTERM');
  expect(await worker.end).toMatchObject({ exitCode: 0 });
  await cluster.run(url, 'stop', '11-bitmask');
  expect(await coordinator.end).toMatchObject({ stdout: '', exitCode: 1 });
  expect(coordinator.stderr()).toContain('run 11-bitmask has stopped');
});

test('status shows the latest run first', async () => {
  const { stdout } = await cluster.run(url, 'status');
  expect(stdout).toMatch(/^run:11-bitmask: 11 queens, bitmask, stopped$/m);
  expect(stdout).toMatch(
    /^run:small: 8 queens, bitmask, finished: 92 solutions, agrees.*\n {2}100%, 21 of 21 subproblems$/m,
  );
  expect(stdout.indexOf('11-bitmask')).toBeLessThan(stdout.indexOf('small'));
  expect(stdout).toMatch(/ago, gone/);
});

test.each(['1', '0', 'true'])("pg's native client is not used, even with NODE_PG_FORCE_NATIVE=%s", async (value) => {
  const env = { QUEENS_PAR_DATABASE_URL: url, NODE_PG_FORCE_NATIVE: value };
  expect(await queensPar(['status', 'run:small'], { env })).toMatchObject({ stderr: '', exitCode: 0 });
});

test('status shows ten runs that are over, and says how many earlier ones there are', async () => {
  const columns = 'n, algorithm, options, plan_hash, kernels, subproblems, cost, state';
  await query(
    url,
    `insert into run (name, ${columns})
     select 'copy-' || i, ${columns} from run, generate_series(1, 9) as i where name = 'small'`,
  );
  const { stdout, stderr } = await cluster.run(url, 'status');
  await query(url, `delete from run where name like 'copy-%'`);
  expect(stdout.match(/^run:/gm)).toHaveLength(10);
  expect(`${stdout}${stderr}`).toMatch(/^1 earlier run not shown; .* --json shows all\.$/m);
});

test('status shows runs without results or workers, and one that cannot be shown does not hide them', async () => {
  const columns = 'n, algorithm, options, plan_hash, kernels, subproblems, cost';
  const copy = (name: string, state: string, total: string) =>
    query(
      url,
      `insert into run (name, ${columns}, state, total)
       select '${name}', n, algorithm, options, plan_hash, kernels, subproblems, cost, '${state}', ${total}
         from run where name = 'small'`,
    );
  await copy('copy-stopped', 'stopped', 'null');
  await copy('copy-counting', 'counting', 'null');
  await query(url, 'alter table queens_par.run drop constraint run_total_check');
  await copy('copy-odd', 'finished', '1.5');
  const { stdout, stderr, exitCode } = await cluster.run(url, 'status');
  await query(url, `delete from run where name like 'copy-%'`);
  expect(stdout).toMatch(
    /^run:copy-stopped: .*, stopped\n {2}0%, 0 of 21 .*\n.*no results yet\n {2}resume with: queens-par/m,
  );
  expect(stdout).toMatch(
    /^run:copy-counting: .*, counting\n {2}0%, .*\n {2}no results yet\n {2}no worker is running; start/m,
  );
  expect(stdout).toContain('run:small: 8 queens, bitmask, finished: 92 solutions');
  expect(stdout).not.toContain('copy-odd');
  expect(stderr).not.toBe('');
  expect(exitCode).not.toBe(0);
});

test('status --json prints the fields that docs/json.md lists, and its counts are strings', async () => {
  const output = JSON.parse((await cluster.run(url, 'status', '--json')).stdout);
  const shown = examples.find(({ args }) => args === 'status run:18-meet --json')?.output;
  expect(Object.keys(output)).toEqual(Object.keys(shown));
  expect(Object.keys(output.results[0]).sort()).toEqual(Object.keys(shown.results[0]).sort());
  expect(Object.keys(output.results[0].operation).sort()).toEqual(Object.keys(shown.results[0].operation).sort());
  expect(Object.keys(output.results[0].workers[0]).sort()).toEqual(Object.keys(shown.results[0].workers[0]).sort());
  const { results } = JSON.parse((await cluster.run(url, 'status', 'run:small', '--json')).stdout);
  expect(results).toMatchObject([
    {
      source: 'run:small',
      n: 8,
      algorithm: 'bitmask',
      state: 'finished',
      count: '92',
      fraction: 1,
      subproblems: 21,
      finished: 21,
      threads: 0,
      workPerSecond: null,
      secondsLeft: 0,
      conflict: null,
      workers: [{ threads: 1, finished: 21, isRunning: false }],
    },
  ]);
});

test('a run that does not exist is refused with the name of a similar one, or with the latest names', async () => {
  const commands = [
    ['status', 'run:smal'],
    ['audit', 'run:smal'],
    ['merge', 'run:smal'],
    ['export', 'run:smal'],
    ['stop', 'smal'],
  ];
  const stderr = 'queens-par: there is no run named smal; did you mean small?';
  for (const args of commands)
    expect(await cluster.run(url, ...args)).toMatchObject({ stdout: '', stderr, exitCode: 2 });
  const other = await cluster.run(url, 'stop', 'package.json');
  expect(other.stderr).toMatch(
    /no run named package.json; the latest are 11-bitmask, small\. package.json is a file, not a run/,
  );
  expect(other.exitCode).toBe(2);
  const file = await cluster.run(url, 'status', 'small');
  expect(file.stderr).toMatch(/could not read \S*small: no such file .*; for a cluster run, write run:small$/);
});

test('status --watch shows runs until they are complete, or until it is interrupted', async () => {
  const watch = cluster.start(url, ['status', '--watch', '--json']);
  await until(() => watch.stdout().trim().split('\n').length > 1, 'the status is printed a second time');
  watch.kill('SIGINT');
  expect(await watch.end).toMatchObject({ stderr: '', exitCode: 0 });
  expect((await cluster.run(url, 'status', 'run:small', '--watch')).stdout).toContain('run:small: 8 queens');
});

test('files and runs hold the same results: audit, export and merge take both', async () => {
  const file = path('same.ledger');
  await queensPar(['8', '--checkpoint', file, '--algorithm', 'bitmask']);
  const exported = await cluster.run(url, 'export', 'run:small');
  const columns = (text: string) => text.split('\n').map((line) => line.split(',').slice(0, 6).join());
  expect(columns(exported.stdout)).toEqual(columns((await queensPar(['export', file])).stdout));
  expect(await cluster.run(url, 'merge', file, 'run:small')).toMatchObject({
    stdout: '92',
    stderr: expect.stringContaining('from 21 subproblems in 2 sources'),
  });
  expect((await cluster.run(url, 'audit', 'run:small', '--sample', '2')).stdout).toMatch(
    /^run:small, 8 queens: 2 of 21/,
  );
  const mixed = await cluster.run(url, 'merge', file, 'run:small', 'run:11-bitmask');
  expect(mixed.stderr).toBe(
    `queens-par: all sources must have the same plan as ${file}, but run:11-bitmask is for n = 11, not 8`,
  );
  expect(mixed.exitCode).toBe(2);
});

test('an unfinished run can be exported, finished outside the cluster, and taken over again', async () => {
  const file = path('11.ledger');
  const exported = await cluster.run(url, 'export', 'run:11-bitmask', '--out', file);
  expect(exported.stderr).toMatch(/run:11-bitmask is not complete: [\d,]+ of 268 subproblems are missing\.$/);
  expect(await queensPar(['11', '--checkpoint', file])).toMatchObject({ stdout: '2680', exitCode: 0 });
  const started = await cluster.run(url, 'start', '11', '--run', '11-bitmask', '--from', file);
  expect(started).toMatchObject({ stdout: '2680', exitCode: 0 });
  expect(started.stderr).toMatch(/^Run 11-bitmask: [\d,]+ subproblems imported from /);
  expect(started.stderr).toMatch(
    /^11 queens: 2,680 solutions in \S+ of thread time \(bitmask, ([\d,]+) of \1 subproblems counted earlier\);/m,
  );
  await checkLedger(url, '11-bitmask');
});

test('start refuses a different plan for an existing run, and a file for another board', async () => {
  const file = path('other.ledger');
  await queensPar(['8', '--checkpoint', file, '--algorithm', 'bitmask', '--depth', '3']);
  const stderr = 'queens-par: run small is for depth 2, not 3; choose another name with --run NAME';
  for (const option of [
    ['--from', file],
    ['--depth', '3'],
  ]) {
    expect(await cluster.run(url, 'start', '8', ...option, '--run', 'small')).toMatchObject({ stderr, exitCode: 2 });
  }
  expect(await cluster.run(url, 'start', '9', '--from', file)).toMatchObject({
    stderr: `queens-par: ${file} is for n = 8, not 9`,
    exitCode: 2,
  });
});

test('after a conflict, audit names the worker that miscounted, and remove --worker removes its results', async () => {
  const file = path('small.ledger');
  await cluster.run(url, 'export', 'run:small', '--out', file);
  await cluster.run(url, 'start', '8', '--from', file, '--run', 'torn');
  await query(
    url,
    `update queens_par.result set count = count + 1
      where run = (select id from queens_par.run where name = 'torn') and index = 0`,
  );
  const other = path('again.ledger');
  await queensPar(['8', '--checkpoint', other, '--algorithm', 'bitmask']);
  const imported = await cluster.run(url, 'start', '8', '--from', other, '--run', 'torn', '--quiet');
  expect(imported.stderr).toMatch(
    /^queens-par: run torn has no total: subproblem 0\.2 was counted as \d+ by \S+ and as \d+ by/,
  );
  const failed = { stderr: imported.stderr, stdout: '', exitCode: 1 };
  expect(imported).toMatchObject(failed);
  for (const options of [[], ['--detach'], ['--detach', '--from', other, '--quiet']])
    expect(await cluster.run(url, 'start', '8', '--run', 'torn', ...options)).toMatchObject(failed);
  expect(await cluster.run(url, 'stop', 'torn')).toMatchObject(failed);
  expect((await cluster.run(url, 'status', 'run:torn')).stdout).toContain('conflict');

  const audit = await cluster.run(url, 'audit', 'run:torn', '--sample', '1');
  expect(audit.exitCode).toBe(1);
  const [, wrong = ''] = /^subproblem 0\.2: \d+ was counted by (\S+)$/m.exec(audit.stderr) ?? [];
  expect(wrong).toMatch(new RegExp(`^${file}-\\w{6}$`));
  const removed = await cluster.run(url, 'remove', 'torn', '--worker', wrong);
  expect(removed.stderr).toMatch(
    /^Run torn: 21 subproblems from \S+ removed; recount them with: queens-par cluster start 8 --run torn/,
  );
  cluster.work(url);
  expect(await cluster.run(url, 'start', '8', '--run', 'torn')).toMatchObject({ stdout: '92', exitCode: 0 });
  expect((await cluster.run(url, 'audit', 'run:torn', '--sample', '100%')).stdout).toContain('all agree');
});

test('start --detach fills the queue, the last worker finishes the run, and start prints its total', async () => {
  const start = ['start', '8', '--run', 'later', '--detach'];
  expect((await cluster.run(url, ...start)).stderr).toBe(
    'Run later: 21 subproblems in the queue; print the total with: queens-par cluster start 8 --run later',
  );
  cluster.work(url);
  const status = async () => (await cluster.run(url, 'status', 'run:later')).stdout;
  await until(async () => (await status()).includes('finished: 92 solutions'), 'the run is finished');
  expect(await cluster.run(url, ...start)).toMatchObject({
    stderr: 'Run later is complete: 92 solutions; agrees with A000170.',
    exitCode: 0,
  });
});

test('start recounts the subproblems of a finished run whose results are lost', async () => {
  await query(
    url,
    `delete from queens_par.result where index = 3 and run = (select id from queens_par.run where name = 'small')`,
  );
  cluster.work(url);
  expect(await cluster.run(url, 'start', '8', '--run', 'small')).toMatchObject({ stdout: '92', exitCode: 0 });
  await checkLedger(url, 'small');
});

test.each([[[]], [['--detach']]])('SIGINT ends start while it creates its run (flags: %j)', async (flags) => {
  // with workers that were killed a moment ago, one of them could wait for the lock
  const own = await postgres.createTables();
  const lock = await takeLock(own, 'lock table queens_par.run in access exclusive mode');
  const coordinator = cluster.start(own, ['start', '9', '--run', 'interrupted', ...flags]);
  await lock.untilWaitedFor();
  coordinator.kill('SIGINT'); // arrives before the answer of the database
  await lock.release();
  expect(await coordinator.end).toMatchObject({ stdout: '', stderr: 'queens-par: interrupted', signal: 'SIGINT' });
});

test('a run whose plan is from an older version is refused with a one-line error, and can be removed', async () => {
  const hash = 'd0c4e7dfa197fa06b94141aaf7bb122e533b7117dbc1e385099aa62152488c50';
  await query(
    url,
    `insert into queens_par.run (name, n, algorithm, options, plan_hash, kernels, subproblems, cost, state)
     values ('old', 22, 'meet', '{"threads":64,"memory":268435456}', $1, '0.1.0+0', 50137, 1, 'stopped')`,
    [hash],
  );
  for (const args of [
    ['start', '22', '--run', 'old'],
    ['export', 'run:old', '--out', path('old.ledger')],
  ]) {
    const { stderr, exitCode } = await cluster.run(url, ...args);
    expect(stderr).toMatch(/^queens-par: run old: its plan has hash \w{64} and .*$/);
    expect(exitCode).toBe(2);
  }
  expect(await cluster.run(url, 'remove', 'old')).toMatchObject({ exitCode: 0 });
});

test('remove refuses a run until it is stopped, and removes its jobs', async () => {
  const coordinator = cluster.start(url, ['start', '13', '--algorithm', 'bitmask', '--run', 'gone', '--depth', '4']);
  await untilQueued(url, 'gone');
  const [run] = await query<{ id: number }>(url, `select id from queens_par.run where name = 'gone'`);
  const refused = await cluster.run(url, 'remove', 'gone');
  expect(refused.stderr).toContain('run gone is being counted; stop it first');
  expect(refused.exitCode).toBe(2);
  await cluster.run(url, 'stop', 'gone');
  expect(await coordinator.end).toMatchObject({ exitCode: 1 });
  expect((await cluster.run(url, 'remove', 'gone')).stderr).toBe('Run gone was removed.');
  expect((await cluster.run(url, 'status', 'run:gone')).exitCode).toBe(2);
  expect(await query(url, 'select from queens_par.job where run = $1', [run?.id])).toEqual([]);
});

test('a role that inherits CREATE on the database can start a run and count', async () => {
  const owned = await postgres.create();
  const { pathname } = new URL(owned);
  await query(owned, `create role queens; create role ada login password 'secret' in role queens`);
  await query(owned, `grant create on database ${pathname.slice(1)} to queens`);
  const ada = owned.replace(/\/\/.*@/, '//ada:secret@');
  cluster.work(ada);
  expect(await cluster.run(ada, 'start', '8')).toMatchObject({ stdout: '92', exitCode: 0 });
});
