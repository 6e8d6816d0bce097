import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonSchemas } from '../../src/commands/json-schemas.js';
import { queensPar } from '../e2e/program.js';
import { temporaryFolder } from '../ledger/folder.js';
import { expectWholeLedger, finishedOf } from './ledger-of.js';
import { ask, postgresForTests } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();
const path = temporaryFolder();

let url: string;

/** One finished run, and one that is stopped in the middle. */
beforeAll(async () => {
  url = await postgres.create();
  const worker = cluster.work(url, 'kernel-slow');
  await cluster.run(url, 'start', '8', '--algorithm', 'bitmask', '--run', 'small');
  await cluster.run(url, 'start', '11', '--algorithm', 'bitmask', '--depth', '3', '--detach');
  await until(async () => (await finishedOf(url, '11-bitmask')) > 20, 'something is finished');
  await cluster.run(url, 'stop', '11-bitmask');
  worker.kill('SIGTERM');
  await worker.end;
});

describe('status', () => {
  test('tells how each run stands, the latest first', async () => {
    const { stdout } = await cluster.run(url, 'status');
    expect(stdout).toMatch(/^11-bitmask {2}11 queens, bitmask, stopped \(by queens-par cluster stop\)$/m);
    expect(stdout).toMatch(/^small {2}8 queens, bitmask, finished: 92 solutions\n {2}100% 21\/21 subproblems$/m);
    expect(stdout.indexOf('11-bitmask')).toBeLessThan(stdout.indexOf('small'));
    expect(stdout).toMatch(/ago, gone/);
  });

  test('--json has all of it, counts as strings', async () => {
    const output = JSON.parse((await cluster.run(url, 'status', '--json')).stdout);
    expect(jsonSchemas['cluster status'].parse(output)).toEqual(output);
    const { runs } = JSON.parse((await cluster.run(url, 'status', 'small', '--json')).stdout);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      ...{ run: 'small', n: 8, algorithm: 'bitmask', state: 'finished', count: '92', fractionDone: 1, secondsLeft: 0 },
      ...{ subproblems: 21, finished: 21, retries: 0, conflicts: [] },
      workers: [{ threads: 2, finished: 21, isHere: false }],
    });
  });

  test('of a run that is not there names those that are', async () => {
    const { stderr, exitCode } = await cluster.run(url, 'status', 'smal');
    expect(stderr).toBe('queens-par: no run is named smal; there is 11-bitmask, small');
    expect(exitCode).toBe(2);
  });

  test('--metrics serves Prometheus text', async () => {
    const server = cluster.start(url, ['status', '--metrics', '0']);
    await until(() => server.said().includes('/metrics'), 'it serves');
    const address = /http:\S+/.exec(server.said())?.[0] ?? '';
    const text = await (await fetch(address)).text();
    expect(text).toContain('queens_par_finished{run="small",n="8"} 21');
    expect(text).toMatch(/queens_par_part\{run="11-bitmask",n="11"\} 0\.\d+/);
    expect((await fetch(new URL('/', address))).status).toBe(404);
    const { port } = new URL(address);
    expect(await cluster.run(url, 'status', '--metrics', port)).toMatchObject({
      stderr: `queens-par: port ${port} is in use; --metrics 0 takes a free one`,
      exitCode: 2,
    });
    server.kill('SIGINT');
    expect((await server.end).exitCode).toBe(0);
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
    expect((await queensPar(['export', file])).stdout.split('\n')).toHaveLength(22);
  });

  test('an unfinished one is a checkpoint, which another machine goes on with, and which comes back', async () => {
    const file = path('11.ledger');
    expect((await cluster.run(url, 'export', '11-bitmask', '--out', file)).stderr).toMatch(
      /subproblems are missing yet/,
    );
    const count = await queensPar(['11', '--checkpoint', file]);
    expect(count).toMatchObject({ stdout: '2680', exitCode: 0 });
    expect(count.stderr).toContain('from before');

    const imported = await cluster.run(url, 'import', file, '--run', '11-bitmask');
    expect(imported.stderr).toMatch(/^Run 11-bitmask: \d+ subproblems from /);
    expect(await cluster.run(url, 'start', '11', '--run', '11-bitmask')).toMatchObject({ stdout: '2680' });
    await expectWholeLedger(url, '11-bitmask');
  });

  test('a file that contradicts the ledger is a conflict; one of another plan is refused', async () => {
    const file = path('wrong.ledger');
    await cluster.run(url, 'export', 'small', '--out', file);
    const wrong = path('other.ledger');
    await queensPar(['8', '--checkpoint', wrong, '--algorithm', 'bitmask', '--depth', '3']);
    const refused = await cluster.run(url, 'import', wrong, '--run', 'small');
    expect(refused.stderr).toMatch(/run small counts depth 2, not 3; give another --run NAME/);
    expect(refused.exitCode).toBe(2);

    await cluster.run(url, 'import', file, '--run', 'copy');
    await ask(
      url,
      `update queens_par.result set count = count + 1 where run = (select id from queens_par.run where name = 'copy')
      and subproblem = '0.2'`,
    );
    const conflict = await cluster.run(url, 'import', file, '--run', 'copy');
    expect(conflict.stderr).toMatch(/subproblem 0\.2 was counted twice: \d+ by \S+ and \d+ by/);
    expect(conflict.exitCode).toBe(1);
    expect(await cluster.run(url, 'stop', 'copy')).toMatchObject({ stderr: conflict.stderr, exitCode: 1 });
    expect(readFileSync(file, 'utf8')).toContain('queens-par/ledger/1');
  });
});

describe('start', () => {
  test.each<[string[], string]>([
    [['9', '--run', 'small'], 'run small counts n = 8, not 9; give another --run NAME'],
    [['8', '--run', 'small', '--depth', '4'], 'run small counts depth 2, not 4; give another --run NAME'],
    [
      ['8', '--run', 'small', '--algorithm', 'meet'],
      'run small counts algorithm bitmask, not meet; give another --run NAME',
    ],
  ])('%j is refused', async (args, message) => {
    const { stderr, exitCode } = await cluster.run(url, 'start', ...args);
    expect(stderr).toBe(`queens-par: ${message}`);
    expect(exitCode).toBe(2);
  });
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
    expect(stderr).toMatch(
      new RegExp(
        `^queens-par: run old: its plan is ${hash}; this version makes \\w{64} of the same options\\. Finish it with the version that began it, or give another --run NAME$`,
      ),
    );
    expect(exitCode).toBe(2);
  }
  expect(await cluster.run(url, 'remove', 'old')).toMatchObject({ exitCode: 0 });
});

describe('stop and remove', () => {
  test('a coordinator hears that its run was stopped', async () => {
    const coordinator = cluster.start(url, ['start', '13', '--algorithm', 'bitmask']);
    await until(async () => (await jobs()) > 0, 'jobs are in the queue');
    const stop = await cluster.run(url, 'stop', '13-bitmask');
    expect(stop.stderr).toMatch(
      /^Run 13-bitmask has stopped; queens-par cluster start 13 --run 13-bitmask goes on with it/,
    );
    expect(await coordinator.end).toMatchObject({ stdout: '', exitCode: 1 });
    expect(coordinator.said()).toContain('run 13-bitmask has stopped: by queens-par cluster stop');
    expect(await jobs()).toBe(0);
  });

  test('a run is removed with all that was counted of it, but not while it is being counted', async () => {
    await cluster.run(url, 'start', '9', '--detach');
    const refused = await cluster.run(url, 'remove', '9-bitmask');
    expect(refused.stderr).toContain('run 9-bitmask is being counted; stop it first');
    expect(refused.exitCode).toBe(2);
    await cluster.run(url, 'stop', '9-bitmask');
    expect((await cluster.run(url, 'remove', '9-bitmask')).stderr).toBe('Run 9-bitmask is forgotten.');
    expect((await cluster.run(url, 'status', '9-bitmask')).exitCode).toBe(2);
  });
});

async function jobs(): Promise<number> {
  const [row] = await ask<{ jobs: number }>(url, 'select count(*)::integer as jobs from queens_par_queue.job');
  return row?.jobs ?? 0;
}
