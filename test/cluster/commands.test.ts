import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { examples } from '../docs/json-page.js';
import { queensPar } from '../e2e/program.js';
import { temporaryFolder } from '../ledger/folder.js';
import { ask, checkLedger, finishedOf, jobsIn, lockTable, postgresForTests } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();
const path = temporaryFolder();

let url: string;

/** A finished run, and one that was stopped in the middle: all of it would take seven seconds. */
beforeAll(async () => {
  url = await postgres.create();
  const worker = cluster.start(url, ['work', '--threads', '1'], 'kernel-slow');
  await cluster.run(url, 'start', '8', '--algorithm', 'bitmask', '--run', 'small');
  const coordinator = cluster.start(url, ['start', '11', '--algorithm', 'bitmask', '--depth', '3']);
  await until(async () => (await finishedOf(url, '11-bitmask')) > 20, 'something is finished');
  worker.kill('SIGTERM');
  expect(await worker.end).toMatchObject({ exitCode: 0 });
  await cluster.run(url, 'stop', '11-bitmask');
  expect(await coordinator.end).toMatchObject({ stdout: '', exitCode: 1 });
  expect(coordinator.said()).toContain('run 11-bitmask has stopped: by queens-par cluster stop');
});

describe('status', () => {
  test('shows each run, the latest first', async () => {
    const { stdout } = await cluster.run(url, 'status');
    expect(stdout).toMatch(/^11-bitmask {2}11 queens, bitmask, stopped \(by queens-par cluster stop\)$/m);
    expect(stdout).toMatch(/^small {2}8 queens, bitmask, finished: 92 solutions\n {2}100% 21\/21 subproblems/m);
    expect(stdout.indexOf('11-bitmask')).toBeLessThan(stdout.indexOf('small'));
    expect(stdout).toMatch(/ago, gone/);
  });

  test('--json has the fields of docs/json.md, counts as strings', async () => {
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

  test('of an unknown run names the others', async () => {
    const { stderr, exitCode } = await cluster.run(url, 'status', 'smal');
    expect(stderr).toBe('queens-par: no run is named smal; existing runs: 11-bitmask, small');
    expect(exitCode).toBe(2);
  });

  test('--watch goes on until it is interrupted', async () => {
    const watch = cluster.start(url, ['status', 'small', '--watch', '--json']);
    await until(() => watch.printed().trim().split('\n').length > 1, 'it prints the status again');
    watch.kill('SIGINT');
    expect((await watch.end).exitCode).toBe(0);
  });
});

describe('export and import', () => {
  test('a finished run becomes a file that merge, audit and export read', async () => {
    const file = path('small.ledger');
    const { stderr } = await cluster.run(url, 'export', 'small', '--out', file);
    expect(stderr).toBe(`${file}: 21 subproblems of run small.`);
    expect((await queensPar(['merge', file])).stdout).toBe('92');
    expect((await queensPar(['audit', file, '--sample', '100%'])).stdout).toContain('all agree');
  });

  test('an unfinished run becomes a checkpoint, which another machine finishes, and whose counts come back', async () => {
    const file = path('11.ledger');
    const exported = await cluster.run(url, 'export', '11-bitmask', '--out', file);
    expect(exported.stderr).toMatch(/; still missing: \d+ subproblems\.$/);
    expect(await queensPar(['11', '--checkpoint', file])).toMatchObject({ stdout: '2680', exitCode: 0 });
    const imported = await cluster.run(url, 'import', file, '--run', '11-bitmask');
    expect(imported.stderr).toMatch(
      /^Run 11-bitmask: [\d,]+ subproblems from .*; it is complete, with 2,680 solutions/,
    );
    const started = await cluster.run(url, 'start', '11', '--run', '11-bitmask');
    expect(started).toMatchObject({ stdout: '2680', exitCode: 0 });
    expect(started.stderr).toMatch(
      /^11 queens: 2,680 solutions in \S+ of counting \(bitmask, ([\d,]+) of \1 subproblems from before\); agrees/,
    );
    await checkLedger(url, '11-bitmask');
  });

  test('a file of another plan is refused', async () => {
    const file = path('other.ledger');
    await queensPar(['8', '--checkpoint', file, '--algorithm', 'bitmask', '--depth', '3']);
    const { stderr, exitCode } = await cluster.run(url, 'import', file, '--run', 'small');
    expect(stderr).toMatch(/run small counts depth 2, not 3; choose another name with --run NAME/);
    expect(exitCode).toBe(2);
  });
});

test('a conflict has no total; audit names the wrong worker, remove drops its counts, start counts them again', async () => {
  const file = path('small.ledger');
  await cluster.run(url, 'export', 'small', '--out', file);
  await cluster.run(url, 'import', file, '--run', 'torn');
  await ask(
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
  expect(imported.exitCode).toBe(1);
  for (const args of [['start', '8'], ['stop']]) {
    const name = args[0] === 'stop' ? ['torn'] : ['--run', 'torn'];
    expect(await cluster.run(url, ...args, ...name)).toMatchObject({
      stderr: imported.stderr,
      stdout: '',
      exitCode: 1,
    });
  }
  expect((await cluster.run(url, 'status', 'torn')).stdout).toContain('conflict');

  const audit = await cluster.run(url, 'audit', 'torn', '--sample', '1');
  expect(audit.exitCode).toBe(1);
  expect(audit.stderr).toMatch(new RegExp(`^subproblem 0\\.2: \\d+ was counted by ${file}$`, 'm'));
  const removed = await cluster.run(url, 'remove', 'torn', '--worker', file);
  expect(removed.stderr).toMatch(
    /^Run torn: 21 subproblems of \S+ removed; queens-par cluster start 8 --run torn counts/,
  );
  cluster.work(url);
  expect(await cluster.run(url, 'start', '8', '--run', 'torn')).toMatchObject({ stdout: '92', exitCode: 0 });
  expect((await cluster.run(url, 'audit', 'torn', '--sample', '100%')).stdout).toContain('all agree');
});

describe('start', () => {
  test('a run of another plan is refused', async () => {
    const { stderr, exitCode } = await cluster.run(url, 'start', '8', '--run', 'small', '--depth', '4');
    expect(stderr).toBe('queens-par: run small counts depth 2, not 4; choose another name with --run NAME');
    expect(exitCode).toBe(2);
  });

  test('--detach fills the queue, and prints the total of a complete run', async () => {
    const start = ['start', '8', '--run', 'later', '--detach'];
    expect((await cluster.run(url, ...start)).stderr).toBe(
      'Run later: 21 subproblems in the queue; queens-par cluster start 8 --run later prints the total.',
    );
    cluster.work(url);
    await until(async () => (await finishedOf(url, 'later')) === 21, 'the workers have counted them');
    expect(await cluster.run(url, ...start)).toMatchObject({
      stderr: 'Run later is complete, with 92 solutions; agrees with A000170.',
      exitCode: 0,
    });
  });

  test('counts again what a finished run has lost', async () => {
    await ask(
      url,
      `delete from queens_par.result where place = 3 and run = (select id from queens_par.run where name = 'small')`,
    );
    cluster.work(url);
    expect(await cluster.run(url, 'start', '8', '--run', 'small')).toMatchObject({ stdout: '92', exitCode: 0 });
    await checkLedger(url, 'small');
  });
});

test.each([[[]], [['--detach']]])('a signal while start opens its run ends it, with %j', async (flags) => {
  const table = await lockTable(url, 'queens_par.run');
  const coordinator = cluster.start(url, ['start', '9', '--run', 'interrupted', ...flags]);
  await until(() => table.isWaitedFor(), 'it reads the table of runs');
  coordinator.kill('SIGINT');
  await delay(500); // it has the signal before it goes on
  await table.unlock();
  expect(await coordinator.end).toMatchObject({ stdout: '', stderr: 'queens-par: interrupted', signal: 'SIGINT' });
});

test('a run of a plan that an older version made is refused in one line, and can be removed', async () => {
  const hash = 'd0c4e7dfa197fa06b94141aaf7bb122e533b7117dbc1e385099aa62152488c50'; // of subproblems like plain-22-18-7e001
  await ask(
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
    expect(stderr).toMatch(/^queens-par: run old: its plan is \w{64}; .* Finish it with the version that began it.*$/);
    expect(exitCode).toBe(2);
  }
  expect(await cluster.run(url, 'remove', 'old')).toMatchObject({ exitCode: 0 });
});

test('a run is removed with its counts, but not while it is being counted', async () => {
  const coordinator = cluster.start(url, ['start', '13', '--algorithm', 'bitmask', '--run', 'gone', '--depth', '4']);
  await until(async () => (await jobsIn(url)) > 0, 'jobs are in the queue');
  const refused = await cluster.run(url, 'remove', 'gone');
  expect(refused.stderr).toContain('run gone is being counted; stop it first');
  expect(refused.exitCode).toBe(2);
  await cluster.run(url, 'stop', 'gone');
  expect(await coordinator.end).toMatchObject({ exitCode: 1 });
  expect((await cluster.run(url, 'remove', 'gone')).stderr).toBe('Run gone is removed.');
  expect((await cluster.run(url, 'status', 'gone')).exitCode).toBe(2);
  cluster.work(url);
  await until(async () => (await jobsIn(url)) === 0, 'its jobs are dropped');
});

test('the URL may stand in a file', async () => {
  const file = path('url');
  writeFileSync(file, `${await postgres.create()}\n`);
  expect((await cluster.run('', 'status', '--database-file', file)).stdout).toContain('No runs yet');
  expect((await cluster.run('', 'status', '--database-file', path('none'))).stderr).toMatch(
    /^queens-par: \S+none cannot be read: no such file or directory/,
  );
});

test('a login with the rights of the owner can do everything', async () => {
  const owned = await postgres.create();
  const { pathname } = new URL(owned);
  await ask(owned, `create role queens; create role ada login password 'secret' in role queens`);
  await ask(owned, `grant create on database ${pathname.slice(1)} to queens`);
  const ada = owned.replace(/\/\/.*@/, '//ada:secret@');
  cluster.work(ada);
  expect(await cluster.run(ada, 'start', '8')).toMatchObject({ stdout: '92', exitCode: 0 });
});
