import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { expectWholeLedger, finishedOf } from './ledger-of.js';
import { ask, postgresForTests } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();

const START = ['start', '10', '--algorithm', 'bitmask'];
const RUN = '10-bitmask';

describe('a worker that counts wrong', () => {
  test('is found out when its job is delivered a second time: no total any more, until start has decided who is wrong', async () => {
    const url = await postgres.create();
    const wrong = cluster.work(url, 'kernel-slow-miscounts');
    expect((await cluster.run(url, ...START, '--detach')).exitCode).toBe(0);
    await until(() => wrong.said().includes('counting wrong'), 'it has begun');
    wrong.kill('SIGSTOP');
    expect(await finishedOf(url, RUN)).toBe(0);
    cluster.work(url);
    expect(await cluster.run(url, ...START)).toMatchObject({ stdout: '724', exitCode: 0 });

    wrong.kill('SIGCONT');
    await until(async () => (await stateOf(url)) === 'conflict', 'the conflict is found');
    const [status] = JSON.parse((await cluster.run(url, 'status', RUN, '--json')).stdout).runs;
    expect(status).toMatchObject({ state: 'conflict', count: null });
    for (const { count, secondCount } of status.conflicts) expect(Number(secondCount)).toBe(Number(count) + 1);
    const stop = await cluster.run(url, 'stop', RUN);
    expect(stop.stderr).toMatch(
      /run 10-bitmask has no total: subproblem \S+ was counted twice: \d+ by \S+ and \d+ by \S+; queens-par cluster start/,
    );
    expect(stop.exitCode).toBe(1);

    // Here the first count was right: the ledger agrees, and yet somebody counted wrong.
    const audit = await cluster.run(url, 'audit', RUN, '--sample', '1');
    expect(audit.exitCode).toBe(1);
    expect(audit.stdout).toMatch(/ DISAGREES? \(seed \d+\)\.$/);
    const named = new Set([...audit.stderr.matchAll(/was counted by (\S+)/g)].map(([, worker]) => worker));
    expect([...named]).toEqual([status.conflicts[0].secondWorker]);

    const again = await cluster.run(url, ...START);
    expect(again).toMatchObject({ stdout: '724', exitCode: 0 });
    expect(again.stderr).toContain(`worker ${status.conflicts[0].secondWorker} is set aside: it counted`);
    await expectWholeLedger(url, RUN);
  });

  test('is found out by an audit, which names it; what it counted is counted again', async () => {
    const url = await postgres.create();
    const wrong = cluster.work(url, 'kernel-miscounts');
    const total = await cluster.run(url, ...START);
    expect(total.exitCode).toBe(1);
    expect(total.stderr).toContain('DIFFERS FROM A000170');
    wrong.kill('SIGKILL');
    await wrong.end;

    const audit = await cluster.run(url, 'audit', RUN, '--sample', '5', '--seed', '1');
    expect(audit.exitCode).toBe(1);
    expect(audit.stdout).toMatch(
      /^run 10-bitmask, 10 queens: 5 of \d+ finished subproblems .* DISAGREES? \(seed 1\)\.$/,
    );
    const worker = /was counted by (\S+)/.exec(audit.stderr)?.[1] ?? '';
    await cluster.run(url, 'stop', RUN);
    await expectCorrected(url, worker);
    expect((await cluster.run(url, 'audit', RUN, '--sample', '100%')).exitCode).toBe(0);
  });

  /** Forgets what a worker counted, and has it counted again by a good one. */
  async function expectCorrected(url: string, worker: string): Promise<void> {
    expect((await cluster.run(url, 'remove', RUN, '--worker', 'nobody')).stderr).toContain('no worker named nobody');
    const removed = await cluster.run(url, 'remove', RUN, '--worker', worker);
    expect(removed.stderr).toMatch(/^Run 10-bitmask: \d+ subproblems of \S+ forgotten/);
    cluster.work(url);
    expect(await cluster.run(url, ...START)).toMatchObject({ stdout: '724', exitCode: 0 });
    await expectWholeLedger(url, RUN);
  }
});

test('a count that is impossible ends the run at once', async () => {
  const url = await postgres.create();
  cluster.work(url, 'kernel-overflows');
  const { stdout, stderr, exitCode } = await cluster.run(url, ...START);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  expect(stderr).toMatch(
    /run 10-bitmask has failed: \S+ reports: subproblem \S+ reported 9007199254740991 solutions, but there are only/,
  );
  expect(await finishedOf(url, RUN)).toBe(0);
});

describe('a job of another version of the program', () => {
  test.each([
    ['planHash', 'f'.repeat(64), `run 10-bitmask: its plan is ${'f'.repeat(64)}; this version makes`],
    ['kernel', '0.0.9+123456789abc', 'run 10-bitmask is counted with kernel 0.0.9+123456789abc, and this worker has'],
  ])('(%s) is refused, left to others, and cleared away by the next coordinator', async (field, value, message) => {
    const url = await postgres.create();
    await cluster.run(url, ...START, '--detach');
    await ask(url, `update queens_par_queue.job set data = jsonb_set(data, $1, to_jsonb($2::text))`, [[field], value]);
    const worker = cluster.work(url);
    await until(() => worker.said().includes('job refused'), 'a job is refused');
    await delay(2000);
    expect(worker.said()).toContain(message);
    expect(await finishedOf(url, RUN)).toBe(0);
    const [row] = await ask<{ started: number; jobs: number }>(
      url,
      'select sum(attempts_started)::integer as started, count(*)::integer as jobs from queens_par_queue.job',
    );
    expect(row?.jobs).toBeGreaterThan(0);
    expect(row?.started).toBeLessThan(10); // it rests between two of them
    expect((await cluster.run(url, 'status')).stdout).toContain(`refused a job: ${message}`);

    expect(await cluster.run(url, ...START)).toMatchObject({ stdout: '724', exitCode: 0 });
  });

  test('its results are refused, too, whatever it thinks of itself', async () => {
    const url = await postgres.create();
    await cluster.run(url, ...START, '--detach');
    const [run] = await ask(url, 'select id, plan_hash, kernel from queens_par.run');
    const [worker] = await ask(url, `select queens_par.enroll('old', 1, 'old', false) as number`);
    const submit = `select queens_par.submit($1, $2, $3, $4, '{0.2}', '{1}', '{1}', '{1}', '{1}')`;
    for (const [hash, kernel] of [
      ['f'.repeat(64), run?.kernel],
      [run?.plan_hash, 'old'],
    ]) {
      await expect(ask(url, submit, [worker?.number, run?.id, hash, kernel])).rejects.toThrow(
        /run 10-bitmask is of plan/,
      );
    }
    expect(await finishedOf(url, RUN)).toBe(0);
  });
});

async function stateOf(url: string): Promise<string> {
  const [row] = await ask<{ state: string }>(url, 'select state from queens_par.run where name = $1', [RUN]);
  return row?.state ?? '';
}
