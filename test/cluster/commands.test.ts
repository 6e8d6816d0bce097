import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { examples } from '../docs/json-page.js';
import { queensPar } from '../e2e/program.js';
import { temporaryFolder } from '../ledger/folder.js';
import { checkLedger, countFinished, countJobs, lockTable, postgresForTests, query } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();
const path = temporaryFolder();

let url: string;

/** Finishes one run, and stops a second run before its end. Uninterrupted, the second would take seven seconds. */
beforeAll(async () => {
  url = await postgres.create();
  const worker = cluster.start(url, ['work', '--threads', '1'], 'kernel-slow');
  await cluster.run(url, 'start', '8', '--algorithm', 'bitmask', '--run', 'small');
  const coordinator = cluster.start(url, ['start', '11', '--algorithm', 'bitmask', '--depth', '3']);
  await until(async () => (await countFinished(url, '11-bitmask')) > 20, 'some subproblems are finished');
  worker.kill('SIGTERM');
  expect(await worker.end).toMatchObject({ exitCode: 0 });
  await cluster.run(url, 'stop', '11-bitmask');
  expect(await coordinator.end).toMatchObject({ stdout: '', exitCode: 1 });
  expect(coordinator.stderr()).toContain('run 11-bitmask has stopped: a user executed queens-par cluster stop');
});

test('status shows the latest run first', async () => {
  const { stdout } = await cluster.run(url, 'status');
  expect(stdout).toMatch(/^11-bitmask {2}11 queens, bitmask, stopped \(a user executed queens-par cluster stop\)$/m);
  expect(stdout).toMatch(/^small {2}8 queens, bitmask, finished: 92 solutions\n {2}100% 21\/21 subproblems/m);
  expect(stdout.indexOf('11-bitmask')).toBeLessThan(stdout.indexOf('small'));
  expect(stdout).toMatch(/ago, gone/);
});

test('status --json prints the fields that docs/json.md lists, and its counts are strings', async () => {
  const output = JSON.parse((await cluster.run(url, 'status', '--json')).stdout);
  const shown = examples.find(({ args }) => args === 'cluster status --json')?.output;
  expect(Object.keys(output)).toEqual(Object.keys(shown));
  expect(Object.keys(output.runs[0]).sort()).toEqual(Object.keys(shown.runs[0]).sort());
  expect(Object.keys(output.runs[0].workers[0]).sort()).toEqual(Object.keys(shown.runs[0].workers[0]).sort());
  const { runs } = JSON.parse((await cluster.run(url, 'status', 'small', '--json')).stdout);
  expect(runs).toMatchObject([
    {
      ...{ run: 'small', n: 8, algorithm: 'bitmask', state: 'finished', count: '92', fraction: 1 },
      ...{ subproblems: 21, finished: 21, secondsLeft: 0, conflict: null },
      workers: [{ threads: 1, finished: 21, isHere: false }],
    },
  ]);
});

test('status refuses an unknown run, and lists the existing ones', async () => {
  const stderr = 'queens-par: there is no run named smal; existing runs: 11-bitmask, small';
  expect(await cluster.run(url, 'status', 'smal')).toMatchObject({ stderr, exitCode: 2 });
});

test('status --watch continues until it is interrupted', async () => {
  const watch = cluster.start(url, ['status', 'small', '--watch', '--json']);
  await until(() => watch.stdout().trim().split('\n').length > 1, 'the status is printed a second time');
  watch.kill('SIGINT');
  expect((await watch.end).exitCode).toBe(0);
});

test('merge and audit accept the file that export writes for a finished run', async () => {
  const file = path('small.ledger');
  const { stderr } = await cluster.run(url, 'export', 'small', '--out', file);
  expect(stderr).toBe(`${file}: 21 subproblems of run small.`);
  expect((await queensPar(['merge', file])).stdout).toBe('92');
  expect((await queensPar(['audit', file, '--sample', '100%'])).stdout).toContain('all agree');
});

test('an unfinished run can be exported, finished outside the cluster, and imported', async () => {
  const file = path('11.ledger');
  const exported = await cluster.run(url, 'export', '11-bitmask', '--out', file);
  expect(exported.stderr).toMatch(/; still missing: [\d,]+ subproblems/);
  expect(await queensPar(['11', '--checkpoint', file])).toMatchObject({ stdout: '2680', exitCode: 0 });
  const imported = await cluster.run(url, 'import', file, '--run', '11-bitmask');
  expect(imported.stderr).toMatch(/^Run 11-bitmask: [\d,]+ subproblems from .*; it is complete, with 2,680 solutions/);
  const started = await cluster.run(url, 'start', '11', '--run', '11-bitmask');
  expect(started).toMatchObject({ stdout: '2680', exitCode: 0 });
  expect(started.stderr).toMatch(
    /^11 queens: 2,680 solutions in \S+ of counting \(bitmask, ([\d,]+) of \1 subproblems counted earlier\); agrees/,
  );
  await checkLedger(url, '11-bitmask');
});

test('import and start refuse a different plan for an existing run', async () => {
  const file = path('other.ledger');
  await queensPar(['8', '--checkpoint', file, '--algorithm', 'bitmask', '--depth', '3']);
  const stderr = 'queens-par: run small is for depth 2, not 3; choose another name with --run NAME';
  for (const command of [
    ['import', file],
    ['start', '8', '--depth', '3'],
  ]) {
    expect(await cluster.run(url, ...command, '--run', 'small')).toMatchObject({ stderr, exitCode: 2 });
  }
});

test('after a conflict, audit names the worker that miscounted, and remove --worker removes its results', async () => {
  const file = path('small.ledger');
  await cluster.run(url, 'export', 'small', '--out', file);
  await cluster.run(url, 'import', file, '--run', 'torn');
  await query(
    url,
    `update queens_par.result set count = count + 1
      where run = (select id from queens_par.run where name = 'torn') and place = 0`,
  );
  const other = path('again.ledger');
  await queensPar(['8', '--checkpoint', other, '--algorithm', 'bitmask']);
  const imported = await cluster.run(url, 'import', other, '--run', 'torn');
  expect(imported.stderr).toMatch(
    /^queens-par: run torn has no total: subproblem 0\.2 was counted as \d+ by \S+ and as \d+ by/,
  );
  const failed = { stderr: imported.stderr, stdout: '', exitCode: 1 };
  expect(imported).toMatchObject(failed);
  expect(await cluster.run(url, 'start', '8', '--run', 'torn')).toMatchObject(failed);
  expect(await cluster.run(url, 'stop', 'torn')).toMatchObject(failed);
  expect((await cluster.run(url, 'status', 'torn')).stdout).toContain('conflict');

  const audit = await cluster.run(url, 'audit', 'torn', '--sample', '1');
  expect(audit.exitCode).toBe(1);
  const [, wrong = ''] = /^subproblem 0\.2: \d+ was counted by (\S+)$/m.exec(audit.stderr) ?? [];
  expect(wrong).toMatch(new RegExp(`^${file}-\\w{6}$`));
  const removed = await cluster.run(url, 'remove', 'torn', '--worker', wrong);
  expect(removed.stderr).toMatch(/^Run torn: 21 subproblems of \S+ removed; queens-par cluster start 8 --run torn/);
  cluster.work(url);
  expect(await cluster.run(url, 'start', '8', '--run', 'torn')).toMatchObject({ stdout: '92', exitCode: 0 });
  expect((await cluster.run(url, 'audit', 'torn', '--sample', '100%')).stdout).toContain('all agree');
});

test('start --detach fills the queue, the last worker finishes the run, and start prints its total', async () => {
  const start = ['start', '8', '--run', 'later', '--detach'];
  expect((await cluster.run(url, ...start)).stderr).toBe(
    'Run later: 21 subproblems in the queue; queens-par cluster start 8 --run later prints the total.',
  );
  cluster.work(url);
  const status = async () => (await cluster.run(url, 'status', 'later')).stdout;
  await until(async () => (await status()).includes('finished: 92 solutions'), 'the run is finished');
  expect(await cluster.run(url, ...start)).toMatchObject({
    stderr: 'Run later is complete, with 92 solutions; agrees with A000170.',
    exitCode: 0,
  });
});

test('start recounts the subproblems of a finished run whose results are lost', async () => {
  await query(
    url,
    `delete from queens_par.result where place = 3 and run = (select id from queens_par.run where name = 'small')`,
  );
  cluster.work(url);
  expect(await cluster.run(url, 'start', '8', '--run', 'small')).toMatchObject({ stdout: '92', exitCode: 0 });
  await checkLedger(url, 'small');
});

test.each([[[]], [['--detach']]])('SIGINT ends start while it creates its run (flags: %j)', async (flags) => {
  const table = await lockTable(url, 'queens_par.run');
  const coordinator = cluster.start(url, ['start', '9', '--run', 'interrupted', ...flags]);
  await until(() => table.isWaitedFor(), 'start waits for the lock');
  coordinator.kill('SIGINT');
  await delay(500); // the signal must arrive before the table is unlocked
  await table.unlock();
  expect(await coordinator.end).toMatchObject({ stdout: '', stderr: 'queens-par: interrupted', signal: 'SIGINT' });
});

test('a run whose plan is from an older version is refused with a one-line error, and can be removed', async () => {
  const hash = 'd0c4e7dfa197fa06b94141aaf7bb122e533b7117dbc1e385099aa62152488c50';
  await query(
    url,
    `insert into queens_par.run (name, n, algorithm, options, plan_hash, kernel, subproblems, cost, state)
     values ('old', 22, 'meet', '{"threads":64,"memory":268435456}', $1, '0.1.0+0', 50137, 1, 'stopped')`,
    [hash],
  );
  for (const args of [
    ['start', '22', '--run', 'old'],
    ['export', 'old', '--out', path('old.ledger')],
  ]) {
    const { stderr, exitCode } = await cluster.run(url, ...args);
    expect(stderr).toMatch(/^queens-par: run old: its plan is \w{64}, .*$/);
    expect(exitCode).toBe(2);
  }
  expect(await cluster.run(url, 'remove', 'old')).toMatchObject({ exitCode: 0 });
});

test('remove refuses a run until it is stopped, and workers drop the jobs of a removed run', async () => {
  const coordinator = cluster.start(url, ['start', '13', '--algorithm', 'bitmask', '--run', 'gone', '--depth', '4']);
  await until(async () => (await countJobs(url)) > 0, 'jobs are in the queue');
  const refused = await cluster.run(url, 'remove', 'gone');
  expect(refused.stderr).toContain('run gone is being counted; stop it first');
  expect(refused.exitCode).toBe(2);
  await cluster.run(url, 'stop', 'gone');
  expect(await coordinator.end).toMatchObject({ exitCode: 1 });
  expect((await cluster.run(url, 'remove', 'gone')).stderr).toBe('Run gone was removed.');
  expect((await cluster.run(url, 'status', 'gone')).exitCode).toBe(2);
  cluster.work(url);
  await until(async () => (await countJobs(url)) === 0, 'the jobs of the removed run are dropped');
});

test('status reads the URL of the database from the file that --database-file names', async () => {
  const file = path('url');
  writeFileSync(file, `${await postgres.create()}\n`);
  expect((await cluster.run('', 'status', '--database-file', file)).stdout).toContain('No runs yet');
  expect((await cluster.run('', 'status', '--database-file', path('none'))).stderr).toMatch(
    /^queens-par: \S+none cannot be read: no such file or directory/,
  );
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
